// Flags of a structure that are set, cleared and looked at through a pointer.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

struct device {
    unsigned flags;
    unsigned short mode;
    unsigned long pending[4];
};

static struct device device;

static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    struct device *p = &device;
    p->flags = __VERIFIER_nondet_uint();
    p->flags |= 4;
    p->flags &= ~8u;
    check(p->flags & 4);
    p->flags = (p->flags & ~0xf0u) | 0x30;
    check((p->flags & 0xf0) == 0x30);
    p->mode = __VERIFIER_nondet_uint();
    p->mode |= 0x100;
    check(p->mode & 0x100);
    p->pending[1] |= 1ul << 3;
    check(p->pending[1] & 1ul << 3);
    return 0;
}
