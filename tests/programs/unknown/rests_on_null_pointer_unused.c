// expect: null pointer
// What is written there is read nowhere.
void reach_error(void);
int *port(void);
int main(void) {
    int *p = port();
    *p = 3;
    if (p == 0)
        reach_error();
    return 0;
}
