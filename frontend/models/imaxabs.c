/* C11 7.8.2.1. The constant has the widest type. */
__typeof__(9223372036854775807) imaxabs(__typeof__(9223372036854775807) value)
{
    return value < 0 ? -value : value;
}
