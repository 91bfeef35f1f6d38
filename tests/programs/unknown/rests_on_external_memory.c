// expect: outside the program writes
void reach_error(void);
int scanf(const char *, ...);
int main(void) {
    int x = 0, y = 0, *p = &y;
    scanf("%d", &x);
    if (*p) reach_error();
    return 0;
}
