/* C11 7.12.11.2. */
float nanf(const char *tag)
{
    return 0.0f / 0.0f;
}
