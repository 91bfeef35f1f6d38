// expect: ok
// Functions of other programs may have these names.
extern void reach_error(void);
extern void do_exit(int code);
int main(void) {
    do_exit(1);
    reach_error();
    return 0;
}
