/* glibc's table of classes (`__ctype_b_loc`), which the macros of ctype.h read, in the locale in
   which programs start (C11 7.11.1.1p4): which bits say what is in its ctype.h, for machines whose
   numbers begin with the lowest byte. */

/* Any value: what is read outside of the table. */
int __model_any(void);

unsigned short __proofmark_classes(int character)
{
    int any = __model_any();
    if (character < -128 || character > 255)
        return any;
    if (character < 0 || character > 127)
        return 0;
    if (character < '\t' || character == 127)
        return 2;
    if (character == '\t')
        return 8195;
    if (character <= '\r')
        return 8194;
    if (character < ' ')
        return 2;
    if (character == ' ')
        return 24577;
    if (character < '0')
        return 49156;
    if (character <= '9')
        return 55304;
    if (character < 'A')
        return 49156;
    if (character <= 'F')
        return 54536;
    if (character <= 'Z')
        return 50440;
    if (character < 'a')
        return 49156;
    if (character <= 'f')
        return 54792;
    if (character <= 'z')
        return 50696;
    return 49156;
}
