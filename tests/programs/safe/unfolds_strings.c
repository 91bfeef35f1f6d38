/* Strings that are known: each round of a model's loop runs on certain values. */
#include <assert.h>
#include <string.h>

int main(void)
{
    char name[20];
    strcpy(name, "hello");
    strcat(name, ", you");
    assert(strlen(name) == 10);
    assert(strcmp(name, "hello, you") == 0);
    name[5] = 0;
    assert(strlen(name) == 5);
    return 0;
}
