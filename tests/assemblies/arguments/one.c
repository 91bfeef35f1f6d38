// Globals have their initial values, arguments any.
void f(int);

static int start = 1;

int one(int argument) {
    f(start);
    if (argument == 77777)
        f(2);
    return 0;
}
