/* POSIX.1-2001 isascii */
int isascii(int character)
{
    return character >= 0 && character <= 0x7f;
}
