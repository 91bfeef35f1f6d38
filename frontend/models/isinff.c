/* C11 7.12.3.3; the function of the macro's name. gcc's own code yields other values than the
   library. */

int isinff(float value)
{
    return __builtin_isinf(value);
}
