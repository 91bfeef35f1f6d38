// The range of a `_Bool` decides the condition, so no value of it is read; that is an assumption.
void reach_error(void);
int main(void) {
    _Bool b;
    if (b + b > 2)
        reach_error();
    return 0;
}
