// options: --entry nowhere
// expect: nowhere
int main(void)
{
    return 0;
}
