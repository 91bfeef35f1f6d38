// What a function outside writes through a pointer from outside is an assumption.
void reach_error(void);
char *place(void);
long fill(int, void *, unsigned long);
int x;
int main(void) {
    fill(0, place(), 4);
    if (x)
        reach_error();
    return 0;
}
