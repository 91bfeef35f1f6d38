/* What the macro `isfinite` of older headers of glibc calls.
   That the result is 1 is what glibc does, and gcc's own code. */

int __finitef(float value)
{
    return __builtin_isfinite(value);
}
