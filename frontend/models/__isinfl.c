/* What the macro `isinf` of older headers of glibc calls (glibc manual, "Floating-Point Number
   Classification Functions") */

int __isinfl(long double value)
{
    return __builtin_isinf_sign(value);
}
