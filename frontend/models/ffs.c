/* POSIX.1-2001 ffs */
int ffs(int value)
{
    int bit;
    for (bit = 0; bit < (int)(8 * sizeof value); bit++)
        if (value >> bit & 1)
            return bit + 1;
    return 0;
}
