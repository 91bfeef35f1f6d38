/* glibc manual, "Floating-Point Number Classification Functions".
   That the result is 1 is what glibc does, and gcc's own code. */

int finitel(long double value)
{
    return __builtin_isfinite(value);
}
