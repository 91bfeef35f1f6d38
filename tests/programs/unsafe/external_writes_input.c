/* What a function outside the program writes where its argument points to is an input. */
void reach_error(void);
int scanf(const char *, ...);
int main(void) {
    int x = 0;
    scanf("%d", &x);
    if (x == 7) reach_error();
    return 0;
}
