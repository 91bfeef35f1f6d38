// expect: type
int main(void)
{
    void *target = &&end;
    goto *target;
    return 0;
}
