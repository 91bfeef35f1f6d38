/* The label ERROR is an error, too. */
int main(int argc)
{
    int x = argc;
    if (x > 5) {
        if (x < 9)
            goto ERROR;
    }
    return 0;
ERROR:
    return 1;
}
