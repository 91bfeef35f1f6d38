// inputs:
#include <string.h>
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

/* A pointer to functions in a structure is copied, as bytes, to one of another type. */
static int hit;
static void set(void) {
    hit = 1;
}
static int other(int x) {
    hit = 2;
    return x;
}
struct plain {
    void (*run)(void);
};
struct number {
    int (*run)(int);
};
int main(void) {
    struct plain plain = {set};
    struct number number = {other};
    unsigned char *from = (unsigned char *)&plain, *to = (unsigned char *)&number;
    memcpy(to, from, sizeof plain);
    number.run(3);
    check(hit == 2);
    return 0;
}
