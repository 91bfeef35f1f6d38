// The initialiser looks at the object that it is to initialise.
void reach_error(void);
static int seven(int *p, int i) { return i == 0 ? 7 : *p; }
int main(void) {
    for (int i = 0; i < 2; i++) {
        int x = seven(&x, i);
        if (x != 7)
            reach_error();
    }
    return 0;
}
