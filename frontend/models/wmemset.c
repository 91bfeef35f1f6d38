/* C11 7.29.4.6.2 */
__typeof__(L'a') *wmemset(__typeof__(L'a') *block, __typeof__(L'a') character,
                          __typeof__(sizeof 0) size)
{
    __typeof__(sizeof 0) i;
    for (i = 0; i < size; i++)
        block[i] = character;
    return block;
}
