/* What the macro `signbit` of older headers of glibc calls. Which sign what is no number has is
   open. */

int __signbitl(long double value)
{
    return __builtin_signbit(value);
}
