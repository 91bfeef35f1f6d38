// What is passed to a parameter without a prototype, and is no truth value, is taken to be one.
void reach_error(void);
static int twice(flag) _Bool flag;
{
    return flag * 2;
}
int main(void) {
    if (twice(3) > 2)
        reach_error();
    return 0;
}
