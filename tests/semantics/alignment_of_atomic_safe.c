// inputs:
// An atomic type is aligned as the integer of its size (gcc).
extern void reach_error(void);

struct S { int a, b; };
struct T { char c; _Atomic struct S s; };
struct U { char c; _Atomic(struct S) s; };

int main(void) {
    if (sizeof(struct T) == 16 && _Alignof(struct U) == 8) return 0;
    reach_error();
    return 1;
}
