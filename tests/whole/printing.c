/* status: 3 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct point { int x; long y; };

static void list(const char *kinds, ...)
{
    va_list arguments;
    va_start(arguments, kinds);
    for (; *kinds; kinds++) {
        if (*kinds == 'i')
            printf("[%d]", va_arg(arguments, int));
        else if (*kinds == 's')
            printf("[%s]", va_arg(arguments, char *));
        else if (*kinds == 'p') {
            struct point p = va_arg(arguments, struct point);
            printf("[%d;%ld]", p.x, p.y);
        }
    }
    va_end(arguments);
    putchar('\n');
}

int main(void)
{
    char text[20], copy[20];
    struct point p = {1, -2}, q;
    int *numbers = malloc(4 * sizeof *numbers);
    sprintf(text, "%05d|%-4s|%x", -42, "ab", 255u);
    strcpy(copy, text);
    memcpy(&q, &p, sizeof q);
    memset(numbers, 0, 4 * sizeof *numbers);
    numbers[2] = (int)strlen(copy);
    list("isp", numbers[2], strchr(copy, '|'), q);
    if (strcmp(text, copy) || memcmp(&p, &q, sizeof p))
        puts("different");
    free(numbers);
    exit(3);
}
