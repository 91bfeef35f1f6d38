// expect: objects are
/* Which of two objects comes first is the compiler's and the linker's choice. */
void reach_error(void);
static int x, y;
int main(void) {
    unsigned long first = (unsigned long)&x, second = (unsigned long)&y;
    if (first < second) reach_error();
    return x + y;
}
