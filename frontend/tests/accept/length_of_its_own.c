// expect: ok
/* Here the length is known where it is asked for. */
extern const int a[];
const int a[3] = {1, 2, 3};
int main(void) {
    typeof(a) *whole = &a;
    return (int)(sizeof a / sizeof a[0]) == 3 && whole == &a ? 0 : a[1];
}
