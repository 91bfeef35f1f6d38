// inputs: 0
// Characters of a named array are characters, whatever was stored there before (C11 6.5p7).
void reach_error(void);
int __VERIFIER_nondet_int(void);
void *malloc(unsigned long);
struct buffer { unsigned used; unsigned char data[8]; };
int main(void) {
    struct buffer *buffer = malloc(sizeof *buffer);
    if (!buffer)
        return 0;
    int *number = (int *)buffer->data;
    *number = 5;
    buffer->data[0] = __VERIFIER_nondet_int();
    if (*number != 5)
        reach_error();
    return 0;
}
