/* An array without elements in structures of an array, looked at as bytes. */
void reach_error(void);
struct whole {
    struct {
        int first;
        int *none[0];
        int last;
    } parts[3];
};
union {
    struct whole whole;
    unsigned char bytes[sizeof(struct whole)];
} u;
int main(void) {
    u.whole.parts[1].first = 464;
    if (u.whole.parts[1].first != 464)
        reach_error();
    for (unsigned i = 0; i < 2; i++)
        u.bytes[i]++;
    return 0;
}
