// An input may point to anything, also to what lies behind an object of the program.
void reach_error(void);
long *port(void);
int main(void) {
    long all[] = {1, 2, 3}, *other = port();
    if (all[1] != 2)
        return 1;
    if (other && other != all && other[1] == 10)
        reach_error();
    return all[2] == 3 ? 0 : 1;
}
