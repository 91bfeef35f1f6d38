// expect: syntax
int main(void)
{
    void *target = &&end;
    goto *target;
end:
    return 0;
}
