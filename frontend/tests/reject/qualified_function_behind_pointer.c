// expect: error unsupported: a qualified type of functions is not supported
typedef void function(void);
typedef volatile function *stopper;
int main(void) {
    stopper stop = 0;
    stop();
    return 0;
}
