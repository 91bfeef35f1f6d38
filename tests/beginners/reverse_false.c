#include <assert.h>
#include <string.h>
int main(void) {
    char s[] = "hello";
    int i = 0, j = strlen(s) - 1;
    while (i < j) { char t = s[i]; s[i] = s[j]; s[j] = t; i++; j--; }
    assert(s[0] == 'o' && s[4] == 'o');
    assert(strcmp(s, "olleh") == 0);
    return 0;
}
