// expect: approximation
// gcc manual, "Zero Length": an array without elements takes no bytes.
void reach_error(void);
struct s {
    char a;
    union {
        int c[0];
    } b;
    short d;
};
static union {
    struct s s;
    unsigned char bytes[sizeof(struct s)];
} u;
int main(void) {
    u.s.a = 3;
    unsigned i = 0;
    if (u.bytes[i] != 3)
        reach_error();
    return 0;
}
