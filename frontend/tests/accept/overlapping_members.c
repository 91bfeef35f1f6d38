// expect: ok
// The same of a member of a union that is assigned to a part of another one.
struct pair {
    int a, b;
};
struct shifted {
    int front;
    struct pair pair;
};
union both {
    struct shifted shifted;
    struct pair pair;
};
int main(void) {
    union both u = {{1, {2, 3}}};
    u.shifted.pair = u.pair;
    if (u.shifted.front != 1)
        __builtin_abort();
    return 0;
}
