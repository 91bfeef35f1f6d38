/* C11 7.4.1.12: the same in every locale */

/* Any value: the library says nothing of it but its sign. */
int __model_any(void);

int isxdigit(int character)
{
    int any = __model_any();
    if ((character < '0' || character > '9') && (character < 'a' || character > 'f')
        && (character < 'A' || character > 'F'))
        return 0;
    return any ? any : 4096;
}
