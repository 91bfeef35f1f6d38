/* C11 7.12.10.2; F.10.7.2: exact. It is computed here where the quotient is less than 1024. */

/* Any number: which one, nothing says. */
double __model_number(void);

float remainderf(float value, float by)
{
    float rest, part;
    int bit;
    /* Neither an infinity nor no number has a rest. */
    if (value - value != 0 || by != by || by == 0)
        return 0.0f / 0.0f;
    rest = value < 0 ? -value : value;
    part = by < 0 ? -by : by;
    if (part - part != 0)
        return value;
    if (rest >= part * 1024)
        return __model_number();
    /* Each difference is exact: its second operand is more than half of the first. What is left is
       less than two parts. */
    for (bit = 512; bit > 1; bit /= 2)
        if (rest >= part * bit)
            rest = rest - part * bit;
    /* More than half a part, or half of one that follows an odd number of them. */
    if (rest + rest > part) {
        rest = rest - part;
        if (rest + rest >= part)
            rest = rest - part;
    }
    if (rest == 0)
        return value * 0;
    return value < 0 ? -rest : rest;
}
