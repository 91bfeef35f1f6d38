// A position follows a set point that is no farther than a limit, which is an input, too.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct axis {
    int position, target, limit;
};

static void step(struct axis *axis) {
    if (axis->position < axis->target)
        axis->position++;
    else if (axis->position > axis->target)
        axis->position--;
    if (axis->position < 0 || axis->position > axis->limit)
        reach_error();
}

static void set(struct axis *axis, int target) {
    if (target < 0 || target > axis->limit)
        return;
    axis->target = target;
}

int main(void) {
    struct axis axis = {0, 0, __VERIFIER_nondet_int()};
    if (axis.limit < 2 || axis.limit > 300)
        return 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            set(&axis, __VERIFIER_nondet_int());
        step(&axis);
    }
}
