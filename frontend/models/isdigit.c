/* C11 7.4.1.5: the same in every locale */

/* Any value: the library says nothing of it but its sign. */
int __model_any(void);

int isdigit(int character)
{
    int any = __model_any();
    if (character < '0' || character > '9')
        return 0;
    return any ? any : 1;
}
