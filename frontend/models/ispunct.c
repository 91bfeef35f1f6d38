/* C11 7.4.1.9, of ASCII and the end of a file in the locale in which programs start (7.11.1.1p4) */

/* Any value: which others belong to the class, and what the library says of members but that they
   do, is open. */
int __model_any(void);

int ispunct(int character)
{
    int any = __model_any();
    if (character < -1 || character > 127)
        return any;
    if (!((character > ' ' && character < '0') || (character > '9' && character < 'A')
                || (character > 'Z' && character < 'a') || (character > 'z' && character < 127)))
        return 0;
    return any ? any : 4;
}
