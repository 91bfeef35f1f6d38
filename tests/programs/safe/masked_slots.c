extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

/* Slots that are found by hash: what one call stores, another one reads. */
struct slot {
    int used;
    unsigned length;
    unsigned char data[16];
} slots[4];

static int put(unsigned key, unsigned length)
{
    struct slot *slot = &slots[key & 3];
    if (slot->used || length > sizeof slot->data)
        return -1;
    slot->length = length;
    slot->used = 1;
    return 0;
}

static void take(unsigned key)
{
    struct slot *slot = &slots[key & 3];
    if (slot->length > sizeof slot->data)
        reach_error();
    slot->used = 0;
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            put(__VERIFIER_nondet_uint(), __VERIFIER_nondet_uint());
        else
            take(__VERIFIER_nondet_uint());
    }
    return 0;
}
