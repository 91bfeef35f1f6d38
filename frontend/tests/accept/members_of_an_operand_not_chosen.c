// expect: ok
/* As the kernel checks that something is an array: nothing that follows can name the type. */
extern void *take(unsigned long size);
struct list {
    int count;
    struct {
        long a, b;
    } items[];
};
int main(void) {
    int n = 3;
    struct list *x = take(__builtin_choose_expr(
        sizeof(int) == sizeof(*(8 ? ((void *)((long)(n) * 0l)) : (int *)8)),
        n * sizeof(*(x)->items) +
            ((int)sizeof(struct { int : (-!!(__builtin_types_compatible_p(
                                          typeof((x)->items), typeof(&(x)->items[0])))); })),
        n * sizeof(*(x)->items) +
            ((int)sizeof(struct { int : (-!!(__builtin_types_compatible_p(
                                          typeof((x)->items), typeof(&(x)->items[0])))); }))));
    return x ? x->count : 0;
}
