// inputs:
// imprecise: the place that the second output has is unknown
int __VERIFIER_nondet_int(void);
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

// The first output is a part of the path to the second.
struct node { struct node *next; int value; };
int main(void) {
    struct node third = {0, 3}, second = {&third, 2}, first = {&second, 1}, *p = &first;
    __asm__ volatile("movl $5, %1\n\tmov %2, %0" : "=&r"(p->next), "=&r"(p->next->value) : "r"(&third));
    check(first.value == 1);
    return 0;
}
