// inputs: 4
// What is read as a structure, though its characters are set as a block, is not what it was.
#include <string.h>
void reach_error(void);
int __VERIFIER_nondet_int(void);
struct header { int length; };
struct buffer { unsigned used; unsigned char data[8]; };
static struct buffer buffer;
int main(void) {
    unsigned count = __VERIFIER_nondet_int();
    struct header *header = (struct header *)buffer.data;
    if (count > 8)
        return 0;
    header->length = 5;
    memset(buffer.data, 0, count);
    if (header->length != 5)
        reach_error();
    return 0;
}
