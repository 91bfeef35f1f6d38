/* What the macro `isnan` of older headers of glibc calls. That the result is 1 is
   what glibc does, and gcc's own code. */

int __isnanf(float value)
{
    return value != value;
}
