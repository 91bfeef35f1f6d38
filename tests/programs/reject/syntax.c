// expect: syntax
int main(void)
{
    return 0
}
