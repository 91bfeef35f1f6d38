// inputs: 0
void reach_error(void);
struct in { int k; };
struct d1 { struct in i; int y; };
struct d2 { int k; int z; };
int main(void) {
    struct d1 obj = {0};
    struct in *m = &obj.i;
    struct d2 *q = (struct d2 *)m;
    obj.y = 5;
    q->z = 6;
    if (obj.y != 6)
        reach_error();
    return 0;
}
