/* C11 7.12.11.2. */
double nan(const char *tag)
{
    return 0.0 / 0.0;
}
