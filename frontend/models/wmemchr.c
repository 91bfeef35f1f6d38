/* C11 7.29.4.5.8 */
__typeof__(L'a') *wmemchr(const __typeof__(L'a') *block, __typeof__(L'a') character,
                          __typeof__(sizeof 0) size)
{
    __typeof__(sizeof 0) i;
    for (i = 0; i < size; i++)
        if (block[i] == character)
            return (__typeof__(L'a') *)(block + i);
    return 0;
}
