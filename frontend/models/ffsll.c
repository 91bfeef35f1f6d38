/* POSIX.1-2008 ffs; glibc: ffsl, ffsll */
int ffsll(long long value)
{
    int bit;
    for (bit = 0; bit < (int)(8 * sizeof value); bit++)
        if (value >> bit & 1)
            return bit + 1;
    return 0;
}
