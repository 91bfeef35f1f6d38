// Inline functions with literals and structures, which two files have.
#include "inline_words.h"
extern const char *named(int on);
extern int code(const struct words *w, word other);
const char *there(int on) {
    return named(on);
}
int coded(struct words *w) {
    return code(w, w->more->first);
}
