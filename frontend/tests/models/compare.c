/* Compares the models, renamed, with the library's own functions on short random strings. Only the
   sign of a comparison counts, and whether a class holds. */
#include <complex.h>
#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <wchar.h>

/* Of `arpa/inet.h`, which needs a header of Linux that is not there for i386. */
unsigned short htons(unsigned short), ntohs(unsigned short);
unsigned htonl(unsigned), ntohl(unsigned);

int __model_any(void) { return rand() % 7 - 3; }

/* Where a model leaves a number open, nothing is compared. */
static int opened;
double __model_number(void) {
    opened = 1;
    return 0;
}

long __model_long(void) { return rand(); }

static int sign(int value) { return (value > 0) - (value < 0); }
static int failed(const char *name) {
    printf("%s differs\n", name);
    return 1;
}
#define SAME(name, a, b) \
    if ((a) != (b)) return failed(name)
#define FILLED(name, call, other) \
    do { \
        char own[64], real[64]; \
        memset(own, 'x', 64), memset(real, 'x', 64); \
        strcpy(own, t), strcpy(real, t); \
        if ((call) - own != (other) - real || memcmp(own, real, 64)) return failed(name); \
    } while (0)

/* Texts of numbers, and what is nearly one. */
static void any_number(char *to) {
    static const char *starts[] = { "", " ", "\t-", "+", "-", "0x", "0X", " -0x", "0", "+-", "12", "g" };
    int length = rand() % (rand() % 8 ? 8 : 24), i;
    strcpy(to, starts[rand() % 12]);
    to += strlen(to);
    for (i = 0; i < length; i++)
        to[i] = "0123456789999fFxzZ -8"[rand() % (rand() % 4 ? 10 : 21)];
    to[length] = 0;
}

#define NUMBER(name) \
    do { \
        char *own = 0, *real = 0; \
        SAME(#name, M_##name(s, &own, base), name(s, &real, base)); \
        SAME(#name " (end)", own, real); \
        SAME(#name " (no end)", M_##name(s, 0, base), name(s, 0, base)); \
    } while (0)
#define DIVISION(name, type) \
    do { \
        type a = wide, b = rand() % 9 - 4; \
        b = b ? b : 7; \
        SAME(#name, M_##name(a, b).quot, name(a, b).quot); \
        SAME(#name, M_##name(a, b).rem, name(a, b).rem); \
    } while (0)

static int numbers(long long wide) {
    static const int bases[] = { 0, 2, 8, 10, 16, 36, 7 };
    char s[64];
    int base = bases[rand() % 7];
    any_number(s);
    NUMBER(strtol);
    NUMBER(strtoul);
    NUMBER(strtoll);
    NUMBER(strtoull);
    /* What the type does not have is open. */
    if (strtoll(s, 0, 10) == (int)strtoll(s, 0, 10)) {
        SAME("atoi", M_atoi(s), atoi(s));
        SAME("atol", M_atol(s), atol(s));
    }
    long long number = strtoll(s, 0, 10);
    if (number != INT64_MIN && number != INT64_MAX) SAME("atoll", M_atoll(s), atoll(s));
    if (wide == -wide) wide = 1;
    if ((int)wide != (int)-wide) DIVISION(div, int);
    if ((long)wide != (long)-wide) DIVISION(ldiv, long);
    DIVISION(lldiv, long long);
    return 0;
}

static void any_text(char *to) {
    int length = rand() % 6, i;
    for (i = 0; i < length; i++)
        to[i] = "ab\xe4"[rand() % 3];
    to[length] = 0;
}

/* What is no number is like everything that is none. */
static int alike(double a, double b) { return a != a ? b != b : !memcmp(&a, &b, sizeof a); }

/* Of two zeros, and where one is no number, either is right. */
static int chosen(double own, double real, double a, double b) {
    if (a < b || a > b)
        return alike(own, real);
    return (alike(own, a) || alike(own, b)) && (alike(real, a) || alike(real, b));
}
static int complex_number(double x, double y) {
    double complex z = __builtin_complex(x, y);
    float complex f = z;
    long double complex l = z;
    SAME("creal", alike(M_creal(z), creal(z)), 1);
    SAME("crealf", alike(M_crealf(f), crealf(f)), 1);
    SAME("creall", alike(M_creall(l), creall(l)), 1);
    SAME("cimag", alike(M_cimag(z), cimag(z)), 1);
    SAME("cimagf", alike(M_cimagf(f), cimagf(f)), 1);
    SAME("cimagl", alike(M_cimagl(l), cimagl(l)), 1);
    SAME("conj", alike(M_cimag(M_conj(z)), cimag(conj(z))), 1);
    SAME("conj", alike(M_creal(M_conj(z)), x), 1);
    SAME("conjf", alike(M_cimagf(M_conjf(f)), cimagf(conjf(f))), 1);
    SAME("conjl", alike(M_cimagl(M_conjl(l)), cimagl(conjl(l))), 1);
    return 0;
}

#define OPEN(name, own, real) \
    do { \
        double number; \
        opened = 0; \
        number = (own); \
        SAME(name, opened || alike(number, real), 1); \
    } while (0)
/* Either zero. */
#define PARTS(name, own, real, type) \
    do { \
        type complex one, other = (real); \
        opened = 0; \
        one = (own); \
        SAME(name, opened || one == other, 1); \
    } while (0)

static double short_number(void) {
    static const double values[] = { 0, 1, -1, 0.5, 3, -4, 5, 12, 0.25, 1.5, 100, -0.0 };
    return rand() % 4 ? values[rand() % 12] : rand() % 64 / (double)(1 << rand() % 5);
}

static int exact(double x, double y) {
    static volatile double c, d;
    double a = short_number(), b = short_number();
    double complex z;
    volatile double complex v, w;
    volatile float complex s, t;
    z = __builtin_complex(a, b);
    c = short_number(), d = short_number();
    v = z, w = __builtin_complex(c, d), s = v, t = w;
    OPEN("sqrt", M_sqrt(x), sqrt(x));
    OPEN("sqrt", M_sqrt(a), sqrt(a));
    c = rand() % 1025;
    OPEN("sqrt", M_sqrt(c * c), c);
    OPEN("hypot", M_hypot(x, y), hypot(x, y));
    OPEN("hypot", M_hypot(a, b), hypot(a, b));
    OPEN("cabs", M_cabs(z), cabs(z));
    OPEN("carg", M_carg(z), carg(z));
    OPEN("atan2", M_atan2(a, b), atan2(a, b));
    OPEN("acos", M_acos(a), acos(a));
    PARTS("product", M___proofmark_product(v, w), v * w, double);
    PARTS("product", M___proofmark_productf(s, t), s * t, float);
    if (c != 0 || d != 0) {
        PARTS("quotient", M___proofmark_quotient(v, w), v / w, double);
        PARTS("quotient", M___proofmark_quotientf(s, t), s / t, float);
    }
    return 0;
}

/* Times that lie close together, far apart, and as far as can be. */
static int times(long long wide) {
    static const unsigned long long masks[] = { 0, 1, 0xff, 0xffffffffff, -1ull, 1ull << 63 };
    long a = (long)wide, b = (long)(wide ^ (rand() * 0x10001ll & (long long)masks[rand() % 6]));
    long last = (long)((unsigned long)-1 / 2), first = -last - 1;
    SAME("difftime", alike(M_difftime(a, b), difftime(a, b)), 1);
    SAME("difftime", alike(M_difftime(a, ~b), difftime(a, ~b)), 1);
    SAME("difftime", alike(M_difftime(a, first), difftime(a, first)), 1);
    SAME("difftime", alike(M_difftime(last, b), difftime(last, b)), 1);
    SAME("difftime", alike(M_difftime(first, last), difftime(first, last)), 1);
    return 0;
}

static int order(int value) { return sign(value); }
static void any_wide(wchar_t *to) {
    int length = rand() % 6, i;
    for (i = 0; i < length; i++)
        to[i] = (wchar_t[]){ 'a', 'b', -5, 0x10ffff }[rand() % 4];
    to[length] = 0;
}
#define WIDE(name, call, other) \
    do { \
        wchar_t own[16], real[16]; \
        wmemset(own, 'x', 16), wmemset(real, 'x', 16); \
        wcscpy(own, t), wcscpy(real, t); \
        if ((call) - own != (other) - real || memcmp(own, real, sizeof own)) return failed(name); \
    } while (0)

static int wide_texts(void) {
    wchar_t s[8], t[8], c = (wchar_t[]){ 'a', 'b', -5, 'z', 0 }[rand() % 5];
    int n = rand() % 7, k;
    mbstate_t state = { 0 };
    struct timespec none = { rand() % 2 - 1, rand() % 2 ? 1000000000 : -1 };
    any_wide(s), any_wide(t);
    k = n > (int)wcslen(s) ? (int)wcslen(s) : n;
    k = k > (int)wcslen(t) ? (int)wcslen(t) : k;
    SAME("wcslen", M_wcslen(s), wcslen(s));
    SAME("wcscmp", order(M_wcscmp(s, t)), order(wcscmp(s, t)));
    SAME("wmemcmp", order(M_wmemcmp(s, t, k)), order(wmemcmp(s, t, k)));
    SAME("wcschr", M_wcschr(s, c), wcschr(s, c));
    SAME("wcsrchr", M_wcsrchr(s, c), wcsrchr(s, c));
    SAME("wmemchr", M_wmemchr(s, c, k), wmemchr(s, c, k));
    WIDE("wcscpy", M_wcscpy(own, s), wcscpy(real, s));
    WIDE("wcscat", M_wcscat(own, s), wcscat(real, s));
    WIDE("wcsncpy", M_wcsncpy(own, s, n), wcsncpy(real, s, n));
    WIDE("wmemset", M_wmemset(own, c, n), wmemset(real, c, n));
    WIDE("wmemcpy", M_wmemcpy(own, s, k), wmemcpy(real, s, k));
    WIDE("wmemmove", M_wmemmove(own + 1, own, n), wmemmove(real + 1, real, n));
    WIDE("wmemmove", M_wmemmove(own, own + 1, n), wmemmove(real, real + 1, n));
    SAME("mbsinit", !M_mbsinit(&state), !mbsinit(&state));
    state.__count = 2;
    SAME("mbsinit", !M_mbsinit(&state), !mbsinit(&state));
    SAME("mbsinit", !M_mbsinit(0), !mbsinit(0));
    SAME("nanosleep", M_nanosleep(&none, 0), nanosleep(&none, 0));
    return 0;
}

/* What older headers of glibc declare. */
int __isinf(double);
int __isinff(float);
int __isinfl(long double);
int __isnan(double);
int __isnanf(float);
int __isnanl(long double);
int __finite(double);
int __finitef(float);
int __finitel(long double);
int __fpclassify(double);
int __fpclassifyf(float);
int __fpclassifyl(long double);
int __signbit(double);
int __signbitf(float);
int __signbitl(long double);
int (isinf)(double);
int (isnan)(double);
int isinff(float);
int isnanf(float);
int finitef(float);
int isinfl(long double);
int isnanl(long double);
int finitel(long double);
int finite(double);

static int classes(double x, float f, long double l) {
    SAME("__isinf", M___isinf(x), __isinf(x));
    SAME("isinf", !M_isinf(x), !(isinf)(x));
    SAME("__isnan", M___isnan(x), __isnan(x));
    SAME("isnan", M_isnan(x), (isnan)(x));
    SAME("__finite", M___finite(x), __finite(x));
    SAME("finite", M_finite(x), (finite)(x));
    SAME("__fpclassify", M___fpclassify(x), __fpclassify(x));
    SAME("__signbit", x != x || !M___signbit(x) == !__signbit(x), 1);
    SAME("__isinff", M___isinff(f), __isinff(f));
    SAME("isinff", !M_isinff(f), !(isinff)(f));
    SAME("__isnanf", M___isnanf(f), __isnanf(f));
    SAME("isnanf", M_isnanf(f), (isnanf)(f));
    SAME("__finitef", M___finitef(f), __finitef(f));
    SAME("finitef", M_finitef(f), (finitef)(f));
    SAME("__fpclassifyf", M___fpclassifyf(f), __fpclassifyf(f));
    SAME("__signbitf", f != f || !M___signbitf(f) == !__signbitf(f), 1);
    SAME("__isinfl", M___isinfl(l), __isinfl(l));
    SAME("isinfl", !M_isinfl(l), !(isinfl)(l));
    SAME("__isnanl", !M___isnanl(l), !__isnanl(l));
    SAME("isnanl", !M_isnanl(l), !(isnanl)(l));
    SAME("__finitel", M___finitel(l), __finitel(l));
    SAME("finitel", M_finitel(l), (finitel)(l));
    SAME("__fpclassifyl", M___fpclassifyl(l), __fpclassifyl(l));
    SAME("__signbitl", l != l || !M___signbitl(l) == !__signbitl(l), 1);
    return 0;
}

static int rounded(double x, float f) {
    double own, real;
    float owned, told;
    SAME("rint", alike(M_rint(x), rint(x)), 1);
    SAME("rintf", alike(M_rintf(f), rintf(f)), 1);
    SAME("nearbyint", alike(M_nearbyint(x), nearbyint(x)), 1);
    SAME("nearbyintf", alike(M_nearbyintf(f), nearbyintf(f)), 1);
    /* In a range of which the library says something. */
    if (x > -2147483000.0 && x < 2147483000.0) {
        SAME("lround", M_lround(x), lround(x));
        SAME("llround", M_llround(x), llround(x));
        SAME("lrint", M_lrint(x), lrint(x));
        SAME("llrint", M_llrint(x), llrint(x));
        SAME("lroundf", M_lroundf(f), lroundf(f));
        SAME("llroundf", M_llroundf(f), llroundf(f));
        SAME("lrintf", M_lrintf(f), lrintf(f));
        SAME("llrintf", M_llrintf(f), llrintf(f));
    }
    SAME("modf", alike(M_modf(x, &own), modf(x, &real)) && alike(own, real), 1);
    SAME("modff", alike(M_modff(f, &owned), modff(f, &told)) && alike(owned, told), 1);
    SAME("nan", alike(M_nan("1"), nan("")) && alike(M_nanf(""), nanf("")), 1);
    return 0;
}

static int rests(double x, double y) {
    float f = x, g = y;
    volatile float own = M_fdimf(f, g), real = fdimf(f, g);
    OPEN("fmod", M_fmod(x, y), fmod(x, y));
    OPEN("fmodf", M_fmodf(f, g), fmodf(f, g));
    OPEN("remainder", M_remainder(x, y), remainder(x, y));
    OPEN("remainderf", M_remainderf(f, g), remainderf(f, g));
    SAME("fdim", alike(M_fdim(x, y), fdim(x, y)), 1);
    /* Rounded, also where an x87 returns more digits. */
    SAME("fdimf", alike(own, real), 1);
    return 0;
}

static int floating(long long bits, int choice) {
    double values[] = { 0, 1, -1, 0.5, 1e300, 1e-320, 1 / 0.0, 0 / 0.0, 0, 0 };
    values[9] = bits % 1000 / 8.0;
    double x, y;
    float f, g;
    memcpy(&values[8], &bits, sizeof bits);
    x = (choice & 1 ? -1 : 1) * values[(choice >> 1) % 10];
    y = (choice & 1024 ? -1 : 1) * values[(choice >> 11) % 8];
    f = x;
    g = y;
    SAME("fabs", alike(M_fabs(x), __builtin_fabs(x)), 1);
    SAME("fabsf", alike(M_fabsf(f), __builtin_fabsf(f)), 1);
    /* The sign of what is no number is open. */
    SAME("copysign", y != y || alike(M_copysign(x, y), __builtin_copysign(x, y)), 1);
    SAME("copysignf", g != g || alike(M_copysignf(f, g), __builtin_copysignf(f, g)), 1);
    SAME("trunc", alike(M_trunc(x), trunc(x)), 1);
    SAME("truncf", alike(M_truncf(f), truncf(f)), 1);
    SAME("floor", alike(M_floor(x), floor(x)), 1);
    SAME("floorf", alike(M_floorf(f), floorf(f)), 1);
    SAME("ceil", alike(M_ceil(x), ceil(x)), 1);
    SAME("ceilf", alike(M_ceilf(f), ceilf(f)), 1);
    SAME("round", alike(M_round(x), round(x)), 1);
    SAME("roundf", alike(M_roundf(f), roundf(f)), 1);
    SAME("fmax", chosen(M_fmax(x, y), fmax(x, y), x, y), 1);
    SAME("fmaxf", chosen(M_fmaxf(f, g), fmaxf(f, g), f, g), 1);
    SAME("fmin", chosen(M_fmin(x, y), fmin(x, y), x, y), 1);
    SAME("fminf", chosen(M_fminf(f, g), fminf(f, g), f, g), 1);
    if (rounded(x, f) || rounded(short_number(), short_number())) return 1;
    if (rests(x, y) || rests(y, x) || rests(short_number(), short_number())) return 1;
    if (rests(x, x / (1 + rand() % 2000 / 8.0)) || rests(x, x / (1 + rand() % 20))) return 1;
    if (rests(short_number() + 0.1, short_number() * 0.3)) return 1;
    return exact(x, y) || complex_number(x, y) || classes(x, f, x);
}

int main(void) {
    int round;
    srand(1);
    for (round = 0; round < 20000; round++) {
        char s[8], t[8];
        int c = "ab\xe4z"[rand() % 5], n = rand() % 7, k;
        long long wide = (long long)rand() << (rand() % 33) ^ rand() % 5 - 2;
        any_text(s), any_text(t);
        SAME("htonl", M_htonl(wide), htonl(wide));
        SAME("htons", M_htons(wide), htons(wide));
        SAME("ntohl", M_ntohl(wide), ntohl(wide));
        SAME("ntohs", M_ntohs(wide), ntohs(wide));
        SAME("strlen", M_strlen(s), strlen(s));
        SAME("strnlen", M_strnlen(s, n), strnlen(s, n));
        SAME("strcmp", sign(M_strcmp(s, t)), sign(strcmp(s, t)));
        SAME("strncmp", sign(M_strncmp(s, t, n)), sign(strncmp(s, t, n)));
        k = n > (int)strlen(s) ? (int)strlen(s) : n;
        k = k > (int)strlen(t) ? (int)strlen(t) : k;
        SAME("memcmp", sign(M_memcmp(s, t, k)), sign(memcmp(s, t, k)));
        SAME("bcmp", !M_bcmp(s, t, k), !bcmp(s, t, k));
        SAME("memchr", M_memchr(s, c, k), memchr(s, c, k));
        SAME("strchr", M_strchr(s, c), strchr(s, c));
        SAME("index", M_index(s, c), index(s, c));
        SAME("strrchr", M_strrchr(s, c), strrchr(s, c));
        SAME("rindex", M_rindex(s, c), rindex(s, c));
        SAME("strstr", M_strstr(s, t), strstr(s, t));
        SAME("strspn", M_strspn(s, t), strspn(s, t));
        SAME("strcspn", M_strcspn(s, t), strcspn(s, t));
        SAME("strpbrk", M_strpbrk(s, t), strpbrk(s, t));
        FILLED("strcpy", M_strcpy(own, s), strcpy(real, s));
        FILLED("stpcpy", M_stpcpy(own, s), stpcpy(real, s));
        FILLED("strncpy", M_strncpy(own, s, n), strncpy(real, s, n));
        FILLED("strcat", M_strcat(own, s), strcat(real, s));
        FILLED("strncat", M_strncat(own, s, n), strncat(real, s, n));
        SAME("abs", M_abs((int)wide), abs((int)wide));
        SAME("labs", M_labs((long)wide), labs((long)wide));
        SAME("llabs", M_llabs(wide), llabs(wide));
        SAME("ffs", M_ffs((int)wide), ffs((int)wide));
        SAME("ffsl", M_ffsl((long)wide), ffsl((long)wide));
        SAME("ffsll", M_ffsll(wide), ffsll(wide));
        c = rand() % 257 - 1;
        SAME("isdigit", !M_isdigit(c), !isdigit(c));
        SAME("isxdigit", !M_isxdigit(c), !isxdigit(c));
        SAME("isascii", !M_isascii(c), !isascii(c));
        k = rand() % 129 - 1;
        SAME("isalnum", !M_isalnum(k), !isalnum(k));
        SAME("isalpha", !M_isalpha(k), !isalpha(k));
        SAME("isblank", !M_isblank(k), !isblank(k));
        SAME("iscntrl", !M_iscntrl(k), !iscntrl(k));
        SAME("isgraph", !M_isgraph(k), !isgraph(k));
        SAME("islower", !M_islower(k), !islower(k));
        SAME("isprint", !M_isprint(k), !isprint(k));
        SAME("ispunct", !M_ispunct(k), !ispunct(k));
        SAME("isspace", !M_isspace(k), !isspace(k));
        SAME("classes", M___proofmark_classes(k), (*__ctype_b_loc())[k]);
        SAME("classes", M___proofmark_classes((signed char)c), (*__ctype_b_loc())[(signed char)c]);
        SAME("isupper", !M_isupper(k), !isupper(k));
        SAME("tolower", M_tolower(k), tolower(k));
        SAME("toupper", M_toupper(k), toupper(k));
        SAME("imaxabs", M_imaxabs(wide), imaxabs(wide));
        SAME("toascii", M_toascii(c), toascii(c));
        if (wide_texts() || times(wide) || floating(wide, rand()) || numbers(wide)) return 1;
    }
    return 0;
}
