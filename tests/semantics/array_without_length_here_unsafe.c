// inputs:
// after: units/table.c
void reach_error(void);
extern int entries[];
extern int (*handlers[])(void);
int main(void) {
    if (entries[1] != 2 || handlers[1]() != 3)
        reach_error();
    return 0;
}
