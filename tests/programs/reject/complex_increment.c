// expect: complex
int main(void)
{
    _Complex double z = 1.0;
    z++;
    return 0;
}
