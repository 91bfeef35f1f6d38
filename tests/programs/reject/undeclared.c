// expect: nothing
int main(void)
{
    return nothing;
}
