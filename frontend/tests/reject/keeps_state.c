// expect: error unsupported: `initstate` is not supported: other functions change later what it gets
char *initstate(unsigned, char *, unsigned long);
long random(void);
static char state[64];
int main(void) {
    initstate(1, state, sizeof state);
    return (int)random() + state[0];
}
