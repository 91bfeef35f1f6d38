// Both sides are one term, so the condition is decided; two loads of what others change are not.
void reach_error(void);
int a[4];
void ext(void);
int main(void) {
    ext();
    for (;;)
        if (a[1] != *(a + 1))
            reach_error();
}
