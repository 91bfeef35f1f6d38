#include <string.h>
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assert(int condition);

struct buffer {
    unsigned char data[8];
    unsigned limit;
};

static struct buffer buffer;

int main(void) {
    unsigned cleared = __VERIFIER_nondet_uint();
    buffer.limit = 60;
    if (cleared > sizeof buffer)
        return 0;
    memset(buffer.data, 0, cleared);
    __VERIFIER_assert(buffer.limit == 60);
    return 0;
}
