/* A block that fits into an array of a structure leaves the members beside it alone. */
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assert(int condition);

struct buffer {
    unsigned used;
    unsigned char data[64];
    unsigned limit;
};

static struct buffer buffer;

int main(void) {
    unsigned cleared = __VERIFIER_nondet_uint();
    char header[4] = "abc";
    buffer.limit = 60;
    if (cleared > sizeof buffer.data)
        return 0;
    memset(buffer.data, 0, cleared);
    while (buffer.used + sizeof header <= buffer.limit) {
        memcpy(buffer.data + buffer.used, header, sizeof header);
        buffer.used += sizeof header;
        __VERIFIER_assert(buffer.used <= 60);
    }
    __VERIFIER_assert(buffer.limit == 60);
    return 0;
}
