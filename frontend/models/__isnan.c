/* What the macro `isnan` of older headers of glibc calls. That the result is 1 is
   what glibc does, and gcc's own code. */

int __isnan(double value)
{
    return value != value;
}
