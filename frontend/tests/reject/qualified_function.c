// expect: error unsupported: a qualified type of functions is not supported
typedef int function(void);
static int calls;
extern const function count;
int count(void) {
    return ++calls;
}
int main(void) {
    return count() + count();
}
