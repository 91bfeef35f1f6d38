// inputs:
// outside: units/endless_table.c
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

extern int table[];
void fill_table(void);
int main(void) {
    table[1] = 1;
    check(table[1] == 1);
    fill_table();
    table[1] = 2;
    check(table[1] == 2);
    return 0;
}
