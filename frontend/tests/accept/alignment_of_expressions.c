// expect: ok
// gcc takes expressions behind either operator; what an object is aligned to is not kept.
typedef double number;
struct s { int a; number b; };
static struct s object, *pointer = &object;
extern void reach_error(void);
int main(void) {
    int x = 1, sizes[_Alignof(number)];
    if (_Alignof(x) + _Alignof(object.b) + _Alignof(pointer->a) + _Alignof(*pointer) < 4)
        return _Alignof(sizes) + _Alignof((x)) + _Alignof(1.0) + _Alignof(number *);
    if (sizeof sizes != 8 * sizeof(int))
        reach_error();
    return 0;
}
