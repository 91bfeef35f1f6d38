typedef struct { int code; } word;
struct words { word first; struct words *more; };
inline const char *named(int on) {
    return on ? "yes" : "no";
}
inline int code(const struct words *w, word other) {
    return w->first.code * 10 + other.code;
}
