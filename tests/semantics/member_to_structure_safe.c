// inputs: 0
void reach_error(void);
struct d1 { int x; int y; };
struct d2 { int x; int z; };
int main(void) {
    struct d1 obj;
    int *m = &obj.x;
    struct d2 *q = (struct d2 *)m;
    obj.y = 5;
    q->z = 6;
    if (obj.y != 6)
        reach_error();
    return 0;
}
