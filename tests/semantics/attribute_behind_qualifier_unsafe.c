// inputs:
// Attributes behind a qualifier or a storage class are of the object, not of the type before it (gcc manual, "Attribute Syntax").
extern void reach_error(void);

struct record { char c; int i; } const __attribute__((packed)) x;
struct other { char c; int i; } static __attribute__((packed)) y;
struct aligned { char c; int i; } volatile __attribute__((aligned(16))) z;
enum small { ZERO, MANY = 200 } const __attribute__((packed)) e;
enum packed { NONE, LOTS = 200 } __attribute__((packed)) const p;

int main(void) {
    if (sizeof(struct record) == 8 || sizeof(struct other) != 8 || sizeof(struct aligned) != 8)
        reach_error();
    if (sizeof(enum small) != 4 || sizeof(enum packed) != 1)
        reach_error();
    return 0;
}
