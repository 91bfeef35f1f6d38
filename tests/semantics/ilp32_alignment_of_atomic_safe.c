// inputs:
// options: --arch ilp32
// An atomic 8-byte number is aligned to 8 in structures, but not a structure of one (gcc).
extern void reach_error(void);

struct S { char c; _Atomic long long s; };
struct T { _Atomic double d; };
struct U { char c; struct T t; };

int main(void) {
    if (sizeof(struct S) == 16 && _Alignof(struct T) == 4 && __alignof__(struct T) == 8 && __builtin_offsetof(struct U, t) == 4) return 0;
    reach_error();
    return 1;
}
