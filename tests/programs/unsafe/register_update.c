/* Half of a register is replaced: what is read back is what was written, of both halves. */
extern void reach_error(void);
static unsigned char registers[16];
static unsigned char read_register(unsigned at)
{
    return at < 16 ? registers[at] : 0xff;
}
static void write_register(unsigned at, unsigned char value)
{
    if (at < 16)
        registers[at] = value;
}
static void update(unsigned at, unsigned char mask, unsigned char value)
{
    write_register(at, (read_register(at) & ~mask) | (value & mask));
}
int main(void)
{
    update(3, 0x0f, 0xa5);
    if (read_register(3) != 0x05)
        reach_error();
    update(3, 0xf0, 0xb5);
    if (read_register(3) != 0xa5)
        reach_error();
    return 0;
}
