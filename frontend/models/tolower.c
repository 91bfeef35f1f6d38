/* C11 7.4.2.1, of ASCII and the end of a file in the locale in which programs start (7.11.1.1p4) */

/* Any value: what becomes of others is open. They stay as they are in fact. */
int __model_any(void);

int tolower(int character)
{
    if (character < -1 || character > 127)
        return __model_any() ? __model_any() : character;
    if (character < 'A' || character > 'Z')
        return character;
    return character + ('a' - 'A');
}
