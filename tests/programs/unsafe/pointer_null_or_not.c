/* Which of them is null is open. */
void reach_error(void);
int *port(void);
int main(void) {
    int *p = port(), *q = port();
    *p = 3;
    if (q == 0) reach_error();
    return 0;
}
