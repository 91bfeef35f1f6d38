// expect: is defined twice
/* Which of the two counts, is the compiler's affair. */
void reach_error(void);
int value(void) { return 2; }
extern inline __attribute__((gnu_inline, always_inline)) int value(void) { return 1; }
int main(void) {
    if (value() != 1)
        reach_error();
    return 0;
}
