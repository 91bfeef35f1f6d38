// So is the result of a function that is called as one of another type.
void reach_error(void);
static int three(void) {
    return 3;
}
int main(void) {
    _Bool (*pointer)(void) = (_Bool (*)(void))three;
    int value = pointer();
    if (value > 1)
        reach_error();
    return 0;
}
