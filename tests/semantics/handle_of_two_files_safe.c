// inputs:
// before: units/other_handle.c
// after: units/one_handle.c
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

struct handle;
struct handle *get(void);
int value(struct handle *h);
void change(struct handle *h);
int other_value(void);
int main(void) {
    struct handle *h = get();
    int other = other_value();
    change(h);
    check(value(h) == 5 && other == 7);
    return 0;
}
