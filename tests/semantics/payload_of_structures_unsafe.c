// inputs: 0
// An array at the end of a block, and what begins behind its header.
void reach_error(void);
void *malloc(unsigned long);
struct item {
    short s;
};
struct header {
    long length;
    struct item data[];
};
struct first {
    int a;
};
struct second {
    int b;
};
int main(void) {
    struct header *header = malloc(32);
    if (!header)
        return 0;
    struct first *first = (struct first *)header->data;
    struct second *second = (struct second *)(header + 1);
    first->a = 1;
    second->b = 2;
    if (first->a == 2)
        reach_error();
    return 0;
}
