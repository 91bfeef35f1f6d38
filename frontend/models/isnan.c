/* C11 7.12.3.4; the function of the macro's name. That the
   result is 1 is what glibc does, and gcc's own code. */

int isnan(double value)
{
    return value != value;
}
