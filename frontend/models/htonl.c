/* POSIX htonl: the bytes of the network come the other way round on x86. */
unsigned int htonl(unsigned int value)
{
    return (value & 0xff) << 24 | (value >> 8 & 0xff) << 16 | (value >> 16 & 0xff) << 8 | value >> 24;
}
