/* POSIX.1-2001 toascii */
int toascii(int character)
{
    return character & 0x7f;
}
