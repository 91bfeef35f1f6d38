// inputs:
// C11 7.29.4; `wchar_t` is signed.
#include <wchar.h>
void reach_error(void);
static void check(int condition) {
    if (!condition)
        reach_error();
}

int main(void) {
    wchar_t text[6] = L"abc", other[6], block[4];
    mbstate_t state = {0};
    wcscpy(other, text);
    check(wcslen(other) == 3 && wcscmp(other, text) == 0 && other[3] == 0);
    check(wcschr(text, 'b') == text + 1 && wcschr(text, 'z') == 0 && wcschr(text, 0) == text + 3);
    check(wcsrchr(text, 'c') == text + 2);
    wcscat(other, L"d");
    check(other[3] == 'd' && other[4] == 0 && wcscmp(text, other) < 0);
    other[0] = -1;
    check(wcscmp(other, text) < 0 && wmemcmp(text, other, 1) > 0 && wmemcmp(text, other, 0) == 0);
    wmemset(block, 'x', 4);
    wcsncpy(block, L"y", 3);
    check(block[0] == 'y' && block[1] == 0 && block[2] == 0 && block[3] == 'x');
    wmemmove(text + 1, text, 3);
    check(text[1] == 'a' && text[2] == 'b' && text[3] == 'c');
    wmemmove(text, text + 2, 2);
    check(wmemchr(text, 'b', 4) == text && wmemchr(text, 'z', 4) == 0);
    wmemcpy(block, text, 2);
    check(block[1] == 'c' && mbsinit(&state) && mbsinit(0));
    check(text[1] == (wchar_t)99);
    return 0;
}
