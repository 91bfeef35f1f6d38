// inputs:
// after: units/endless_table.c
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

extern int table[];
int main(void) {
    table[1] = 1;
    int kept = table[1];
    asm("movl $9, 4+%0" : "+m"(table));
    check(table[1] == kept);
    return 0;
}
