// A jump leads past the declaration: the object holds what it held before.
void reach_error(void);
static int get(int skip) {
    if (skip)
        goto out;
    {
        int x;
        x = 7;
    out:
        return x;
    }
}
int main(void) {
    for (int i = 0; i < 2; i++)
        if (get(i) != 7)
            reach_error();
    return 0;
}
