/* POSIX strnlen */
__typeof__(sizeof 0) strnlen(const char *text, __typeof__(sizeof 0) size)
{
    __typeof__(sizeof 0) length = 0;
    while (length < size && text[length])
        length++;
    return length;
}
