/* POSIX htons: the bytes of the network come the other way round on x86. */
unsigned short htons(unsigned short value)
{
    return (value & 0xff) << 8 | value >> 8;
}
