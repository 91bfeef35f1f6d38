/* C11 7.24.5.1 */
void *memchr(const void *block, int character, __typeof__(sizeof 0) size)
{
    const char *bytes = block;
    __typeof__(sizeof 0) i;
    for (i = 0; i < size; i++)
        if (bytes[i] == (char)character)
            return (void *)(bytes + i);
    return 0;
}
