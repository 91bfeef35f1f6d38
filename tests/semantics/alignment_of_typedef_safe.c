// inputs:
// A type name keeps its alignment, also behind typeof and in arrays (gcc manual, "Common Type Attributes").
extern void reach_error(void);

typedef int wide __attribute__((aligned(16)));
typedef int loose __attribute__((aligned(1)));
struct S { char c; __typeof__(wide) q; };
struct T { char c; loose q[2]; };
struct U { char c; loose q : 30; };

int main(void) {
    if (sizeof(struct S) == 32 && _Alignof(wide) == 16 && sizeof(struct T) == 9 && sizeof(struct U) == 5) return 0;
    reach_error();
    return 1;
}
