// expect: ok
// gcc takes this `main` with a warning. With 200 arguments, `count` is negative.
void reach_error(void);
int main(char count, char **values)
{
    if (count < 0)
        reach_error();
    return 0;
}
