/* C11 7.4.1.2, of ASCII and the end of a file in the locale in which programs start (7.11.1.1p4) */

/* Any value: which others belong to the class, and what the library says of members but that they
   do, is open. */
int __model_any(void);

int isalpha(int character)
{
    int any = __model_any();
    if (character < -1 || character > 127)
        return any;
    if (!((character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z')))
        return 0;
    return any ? any : 1024;
}
