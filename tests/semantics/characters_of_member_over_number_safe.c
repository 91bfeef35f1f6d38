// inputs: 0
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
    buffer->data[0] = 6;
    if (*number != 6)
        reach_error();
    return 0;
}
