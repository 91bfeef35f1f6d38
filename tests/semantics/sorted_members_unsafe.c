// inputs:
/* The elements that are sorted are members of a structure, pointers to functions, which a cast calls
   numbers. */
void reach_error(void);
void qsort(void *, __SIZE_TYPE__, __SIZE_TYPE__, int (*)(const void *, const void *));
#define TEN(x) x x x x x x x x x x
static int one(void) { return 1; }
static int two(void) { return 2; }
struct {
    int (*f)(void), (*g)(void);
} s = {two, one};
static int compare(const void *a, const void *b) {
    return (*(int (*const *)(void))a)() - (*(int (*const *)(void))b)();
}
int main(void) {
    int sum = 0;
    TEN(TEN(sum += 1; sum ^= 1; sum -= 2; sum ^= 3; sum += 4;))
    qsort((long *)&s, 2, sizeof(long), compare);
    if (s.f() != 2) reach_error();
    return 0;
}
