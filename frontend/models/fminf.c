/* C11 7.12.12.3. */

/* Any value: which of two zeros it is, nothing says. */
int __model_any(void);

float fminf(float a, float b)
{
    if (a != a)
        return b;
    if (b != b)
        return a;
    if (a == b)
        return __model_any() ? a : b;
    return a < b ? a : b;
}
