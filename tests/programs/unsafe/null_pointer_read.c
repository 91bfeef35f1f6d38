// gcc does not read where the value does not matter, so nothing is known of the pointers.
void reach_error(void);

int *p;
struct nothing {
};
struct nothing *n;
int main(void) {
    struct nothing copy = *n;
    *n = copy;
    if (*p * 0 == 0 && *p == *p && (*p || 1))
        if (!p && !n)
            reach_error();
    return 0;
}
