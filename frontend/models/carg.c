/* C11 7.3.9.1, G.6, F.10.1.4: the angle of a positive real number is its zero. */

/* Any number: which one, nothing says. */
double __model_number(void);

double carg(double _Complex value)
{
    if (__real__ value > 0 && __imag__ value == 0)
        return __imag__ value;
    return __model_number();
}
