// expect: built-in function
void reach_error(void);
int main(void) {
    int sum;
    if (__builtin_add_overflow(1, 2, &sum)) reach_error();
    return 0;
}
