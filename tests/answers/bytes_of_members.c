// A member of one byte holds what was written through a character pointer, also in programs that
// are too large for a memory of bytes.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#define FOUR(text) text text text text
#define MANY(text) FOUR(FOUR(FOUR(FOUR(FOUR(text)))))

struct stack {
    unsigned char minor;
    int parameters[3];
};

static int steps;

static int minor_of(struct stack *stack)
{
    MANY(steps++; steps -= 2;)
    return stack->minor;
}

int main(void)
{
    struct stack stack[2];
    unsigned int i;

    for (i = 0; i < sizeof(struct stack); i++)
        ((char *)&stack[__VERIFIER_nondet_int() & 1])[i] = __VERIFIER_nondet_int();
    if (minor_of(&stack[1]) == 7)
        reach_error();
    return 0;
}
