// expect: library function
void reach_error(void);
struct result { int quot, rem; };
struct result div(int, int);
int main(void) {
    if (div(7, 2).quot != 3)
        reach_error();
    return 0;
}
