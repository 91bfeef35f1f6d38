/* Descriptors of different lengths, one behind the other: the pointer goes on as what is left
   becomes less. */
unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assert(int condition);

static unsigned char configuration[64];

int main(void) {
    unsigned char *next = configuration;
    int left = sizeof configuration;
    while (left > 0) {
        unsigned char length = __VERIFIER_nondet_uchar();
        if (length < 2 || length > left)
            return 0;
        __VERIFIER_assert(next + length <= configuration + sizeof configuration);
        next += length;
        left -= length;
    }
    return 0;
}
