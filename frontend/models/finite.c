/* glibc manual, "Floating-Point Number Classification Functions".
   That the result is 1 is what glibc does, and gcc's own code. */

int finite(double value)
{
    return __builtin_isfinite(value);
}
