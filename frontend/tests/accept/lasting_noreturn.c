// expect: ok
# 1 "h.h" 1
typedef void never(void) __attribute__((noreturn));
static inline void helper(void) {
    _Noreturn void first(void);
    never second;
}
# 10 "lasting_noreturn.c" 2
/* Nothing calls the header's function, but gcc knows from it that these do not return. */
static int n;
void first(void);
void second(void);
int main(void) {
    if (n)
        first();
    second();
    return 0;
}
void first(void) { for (;;) ; }
void second(void) { for (;;) ; }
