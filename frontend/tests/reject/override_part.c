// expect: error unsupported: overriding a part of a structure that was initialised as a whole is not supported
// gcc forgets the whole.
struct part { int a, b; };
struct whole { struct part part; };
int main(void) {
    struct part given = {1, 2};
    struct whole w = {.part = given, .part.a = 5};
    return w.part.b;
}
