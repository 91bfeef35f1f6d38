// expect: library function
/* A structure of the same size with other members is no `div_t`. */
struct pair {
    int rem, quot;
};
struct pair div(int, int);
void reach_error(void);

int main(void) {
    if (div(7, 2).quot != 3)
        reach_error();
    return 0;
}
