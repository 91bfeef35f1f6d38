// inputs:
// _Generic tells qualifiers behind pointers and enumerations apart (C11 6.7.6.1p2, 6.7.2.2p4).
extern void reach_error(void);

enum a { A };
enum b { B };
static int *p;
static enum a e;

int main(void) {
    if (_Generic(p, const int *: 0, int *: 1) && _Generic(e, enum b: 0, enum a: 1) && _Generic(+e, int: 0, unsigned: 1)) return 0;
    reach_error();
    return 1;
}
