/* A protocol's state machine: the next state is parked in another variable and copied back, and each step checks a phase that earlier steps set. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int state = 100;
    int next = 100;
    int phase = 0;
    while (__VERIFIER_nondet_int()) {
        int before = state;
        switch (state) {
        case 100:
            next = __VERIFIER_nondet_int() ? 101 : 100;
            break;
        case 101:
            next = __VERIFIER_nondet_int() ? 102 : 101;
            break;
        case 102:
            next = __VERIFIER_nondet_int() ? 103 : 102;
            break;
        case 103:
            next = __VERIFIER_nondet_int() ? 104 : 103;
            break;
        case 104:
            next = __VERIFIER_nondet_int() ? 105 : 104;
            break;
        case 105:
            phase = 1;
            next = __VERIFIER_nondet_int() ? 106 : 105;
            break;
        case 106:
            next = __VERIFIER_nondet_int() ? 107 : 106;
            break;
        case 107:
            next = __VERIFIER_nondet_int() ? 108 : 107;
            break;
        case 108:
            next = __VERIFIER_nondet_int() ? 109 : 108;
            break;
        case 109:
            next = __VERIFIER_nondet_int() ? 110 : 109;
            break;
        case 110:
            next = __VERIFIER_nondet_int() ? 111 : 110;
            break;
        case 111:
            next = __VERIFIER_nondet_int() ? 112 : 111;
            break;
        case 112:
            if (phase != 1)
                reach_error();
            phase = 2;
            next = 113;
            break;
        case 113:
            next = __VERIFIER_nondet_int() ? 114 : 113;
            break;
        case 114:
            next = __VERIFIER_nondet_int() ? 115 : 114;
            break;
        case 115:
            next = __VERIFIER_nondet_int() ? 116 : 115;
            break;
        case 116:
            next = __VERIFIER_nondet_int() ? 117 : 116;
            break;
        case 117:
            next = __VERIFIER_nondet_int() ? 118 : 117;
            break;
        case 118:
            next = __VERIFIER_nondet_int() ? 119 : 118;
            break;
        case 119:
            if (phase != 2)
                reach_error();
            next = __VERIFIER_nondet_int() ? 100 : 119;
            return 0;
            break;
        }
        if (before == state)
            state = next;
    }
    return 0;
}
