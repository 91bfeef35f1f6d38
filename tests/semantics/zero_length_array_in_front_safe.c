// inputs:
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* An array of length zero lies over the members behind it (gcc manual, "Zero Length"). */
struct words {
    int word[0];
    int a;
    int b;
};
static struct words x;
int main(void) {
    int i = 1;
    struct words *p = &x;
    p->b = 1;
    p->word[i] = 7;
    check(i == 1);
    return 0;
}
