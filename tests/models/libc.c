/* Models of functions of the C library (C11 7.4, 7.21, 7.22, 7.24; POSIX), for tests that run whole programs in the interpreter.
   `-DMODEL_f` defines the function f; what it calls must be asked for too. Printed characters go to `test_put`. */

typedef __SIZE_TYPE__ model_size;
void test_put(int character);
int model_no_long_double_output(void);
int model_format(char *to, model_size room, const char *format, __builtin_va_list list);
void *malloc(model_size size);
void *memcpy(void *to, const void *from, model_size size);
void *memmove(void *to, const void *from, model_size size);
void *memset(void *to, int value, model_size size);
int memcmp(const void *a, const void *b, model_size size);
model_size strlen(const char *text);
char *strcpy(char *to, const char *from);
char *strchr(const char *text, int character);
char *strrchr(const char *text, int character);

#ifdef MODEL_strlen
model_size strlen(const char *text)
{
    model_size length = 0;
    while (text[length])
        length++;
    return length;
}
#endif

#ifdef MODEL_strnlen
model_size strnlen(const char *text, model_size size)
{
    model_size length = 0;
    while (length < size && text[length])
        length++;
    return length;
}
#endif

#ifdef MODEL_strcpy
char *strcpy(char *to, const char *from)
{
    model_size i = 0;
    while ((to[i] = from[i]))
        i++;
    return to;
}
#endif

#ifdef MODEL_stpcpy
char *stpcpy(char *to, const char *from)
{
    model_size i = 0;
    while ((to[i] = from[i]))
        i++;
    return to + i;
}
#endif

#ifdef MODEL_strncpy
char *strncpy(char *to, const char *from, model_size size)
{
    model_size i = 0;
    for (; i < size && from[i]; i++)
        to[i] = from[i];
    for (; i < size; i++)
        to[i] = 0;
    return to;
}
#endif

#ifdef MODEL_strcat
char *strcat(char *to, const char *from)
{
    model_size end = 0, i = 0;
    while (to[end])
        end++;
    while ((to[end + i] = from[i]))
        i++;
    return to;
}
#endif

#ifdef MODEL_strncat
char *strncat(char *to, const char *from, model_size size)
{
    model_size end = 0, i = 0;
    while (to[end])
        end++;
    for (; i < size && from[i]; i++)
        to[end + i] = from[i];
    to[end + i] = 0;
    return to;
}
#endif

#ifdef MODEL_strcmp
int strcmp(const char *a, const char *b)
{
    model_size i = 0;
    while (a[i] && a[i] == b[i])
        i++;
    return (unsigned char)a[i] - (unsigned char)b[i];
}
#endif

#ifdef MODEL_strncmp
int strncmp(const char *a, const char *b, model_size size)
{
    model_size i = 0;
    while (i < size && a[i] && a[i] == b[i])
        i++;
    return i == size ? 0 : (unsigned char)a[i] - (unsigned char)b[i];
}
#endif

#ifdef MODEL_strchr
char *strchr(const char *text, int character)
{
    for (;; text++) {
        if (*text == (char)character)
            return (char *)text;
        if (!*text)
            return 0;
    }
}
#endif

#ifdef MODEL_index
char *index(const char *text, int character)
{
    for (;; text++) {
        if (*text == (char)character)
            return (char *)text;
        if (!*text)
            return 0;
    }
}
#endif

#ifdef MODEL_strrchr
char *strrchr(const char *text, int character)
{
    const char *last = 0;
    for (;; text++) {
        if (*text == (char)character)
            last = text;
        if (!*text)
            return (char *)last;
    }
}
#endif

#ifdef MODEL_rindex
char *rindex(const char *text, int character)
{
    const char *last = 0;
    for (;; text++) {
        if (*text == (char)character)
            last = text;
        if (!*text)
            return (char *)last;
    }
}
#endif

#ifdef MODEL_strstr
char *strstr(const char *text, const char *part)
{
    for (;; text++) {
        model_size i = 0;
        while (part[i] && part[i] == text[i])
            i++;
        if (!part[i])
            return (char *)text;
        if (!*text)
            return 0;
    }
}
#endif

#ifdef MODEL_strspn
model_size strspn(const char *text, const char *part)
{
    model_size length = 0, i;
    for (; text[length]; length++) {
        for (i = 0; part[i] && part[i] != text[length]; i++)
            ;
        if (!part[i])
            break;
    }
    return length;
}
#endif

#ifdef MODEL_strcspn
model_size strcspn(const char *text, const char *part)
{
    model_size length = 0, i;
    for (; text[length]; length++) {
        for (i = 0; part[i] && part[i] != text[length]; i++)
            ;
        if (part[i])
            break;
    }
    return length;
}
#endif

#ifdef MODEL_strpbrk
char *strpbrk(const char *text, const char *part)
{
    model_size i;
    for (; *text; text++)
        for (i = 0; part[i]; i++)
            if (part[i] == *text)
                return (char *)text;
    return 0;
}
#endif

#ifdef MODEL_strdup
char *strdup(const char *text)
{
    model_size size = 0, i = 0;
    while (text[size])
        size++;
    char *copy = malloc(size + 1);
    for (; i <= size; i++)
        copy[i] = text[i];
    return copy;
}
#endif

#ifdef MODEL_memchr
void *memchr(const void *block, int character, model_size size)
{
    const unsigned char *bytes = block;
    for (; size; size--, bytes++)
        if (*bytes == (unsigned char)character)
            return (void *)bytes;
    return 0;
}
#endif

#ifdef MODEL_memcmp
int memcmp(const void *a, const void *b, model_size size)
{
    const unsigned char *x = a, *y = b;
    for (; size; size--, x++, y++)
        if (*x != *y)
            return *x - *y;
    return 0;
}
#endif

#ifdef MODEL_bcmp
int bcmp(const void *a, const void *b, model_size size)
{
    const unsigned char *x = a, *y = b;
    for (; size; size--, x++, y++)
        if (*x != *y)
            return *x - *y;
    return 0;
}
#endif

#ifdef MODEL_mempcpy
void *mempcpy(void *to, const void *from, model_size size)
{
    memcpy(to, from, size);
    return (char *)to + size;
}
#endif

#ifdef MODEL_bcopy
void bcopy(const void *from, void *to, model_size size)
{
    memmove(to, from, size);
}
#endif

#ifdef MODEL_bzero
void bzero(void *to, model_size size)
{
    memset(to, 0, size);
}
#endif

#ifdef MODEL_memcpy
void *memcpy(void *to, const void *from, model_size size)
{
    unsigned char *x = to;
    const unsigned char *y = from;
    for (; size; size--)
        *x++ = *y++;
    return to;
}
#endif

#ifdef MODEL_memmove
void *memmove(void *to, const void *from, model_size size)
{
    unsigned char *x = to;
    const unsigned char *y = from;
    if (x <= y)
        for (; size; size--)
            *x++ = *y++;
    else
        while (size--)
            x[size] = y[size];
    return to;
}
#endif

#ifdef MODEL_memset
void *memset(void *to, int value, model_size size)
{
    unsigned char *x = to;
    for (; size; size--)
        *x++ = value;
    return to;
}
#endif

#ifdef MODEL_malloc
/* Memory that is handed out once and never again. The way through a number keeps its type from being taken for that of its contents. */
static long model_heap[1 << 17];
static model_size model_taken;

void *malloc(model_size size)
{
    model_size block = (model_size)model_heap + model_taken;
    model_taken += (size + 31) & ~(model_size)15;
    return model_taken <= sizeof model_heap ? (void *)block : 0;
}
#endif

#ifdef MODEL_alloca
void *alloca(model_size size)
{
    return malloc(size);
}
#endif

#ifdef MODEL_calloc
void *calloc(model_size count, model_size size)
{
    return malloc(count * size); /* Memory that was never handed out is zero. */
}
#endif

#ifdef MODEL_free
void free(void *block)
{
}
#endif

#ifdef MODEL_abs
int abs(int value)
{
    return value < 0 ? -value : value;
}
#endif

#ifdef MODEL_labs
long labs(long value)
{
    return value < 0 ? -value : value;
}
#endif

#ifdef MODEL_llabs
long long llabs(long long value)
{
    return value < 0 ? -value : value;
}
#endif

#ifdef MODEL_atoi
int atoi(const char *text)
{
    int value = 0, negative = *text == '-';
    for (text += negative; *text >= '0' && *text <= '9'; text++)
        value = value * 10 + (*text - '0');
    return negative ? -value : value;
}
#endif

#ifdef MODEL_isdigit
int isdigit(int c)
{
    return c >= '0' && c <= '9';
}
#endif

#ifdef MODEL_isupper
int isupper(int c)
{
    return c >= 'A' && c <= 'Z';
}
#endif

#ifdef MODEL_islower
int islower(int c)
{
    return c >= 'a' && c <= 'z';
}
#endif

#ifdef MODEL_isalpha
int isalpha(int c)
{
    return (c | 32) >= 'a' && (c | 32) <= 'z';
}
#endif

#ifdef MODEL_isspace
int isspace(int c)
{
    return c == ' ' || (c >= 9 && c <= 13);
}
#endif

#ifdef MODEL_isprint
int isprint(int c)
{
    return c >= 32 && c < 127;
}
#endif

#ifdef MODEL_isalnum
int isalnum(int c)
{
    return ((c | 32) >= 'a' && (c | 32) <= 'z') || (c >= '0' && c <= '9');
}
#endif

#ifdef MODEL_isxdigit
int isxdigit(int c)
{
    return (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'f');
}
#endif

#ifdef MODEL_toupper
int toupper(int c)
{
    return c >= 'a' && c <= 'z' ? c - 32 : c;
}
#endif

#ifdef MODEL_tolower
int tolower(int c)
{
    return c >= 'A' && c <= 'Z' ? c + 32 : c;
}
#endif

#ifdef MODEL_putchar
int putchar(int c)
{
    test_put(c);
    return (unsigned char)c;
}
#endif

#ifdef MODEL_putc
int putc(int c, void *stream)
{
    test_put(c);
    return (unsigned char)c;
}
#endif

#ifdef MODEL_fputc
int fputc(int c, void *stream)
{
    test_put(c);
    return (unsigned char)c;
}
#endif

#ifdef MODEL_puts
int puts(const char *text)
{
    for (; *text; text++)
        test_put(*text);
    test_put('\n');
    return 1;
}
#endif

#ifdef MODEL_fputs
int fputs(const char *text, void *stream)
{
    for (; *text; text++)
        test_put(*text);
    return 1;
}
#endif

#ifdef MODEL_fwrite
model_size fwrite(const void *block, model_size size, model_size count, void *stream)
{
    const char *bytes = block;
    for (model_size i = 0; i < size * count; i++)
        test_put(bytes[i]);
    return count;
}
#endif

#ifdef MODEL_fflush
int fflush(void *stream)
{
    return 0;
}
#endif

#ifdef MODEL_printf
int printf(const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int count = model_format(0, 0, format, list);
    __builtin_va_end(list);
    return count;
}
#endif

#ifdef MODEL_fprintf
int fprintf(void *stream, const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int count = model_format(0, 0, format, list);
    __builtin_va_end(list);
    return count;
}
#endif

#ifdef MODEL_sprintf
int sprintf(char *to, const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int count = model_format(to, -1, format, list);
    __builtin_va_end(list);
    return count;
}
#endif

#ifdef MODEL_snprintf
int snprintf(char *to, model_size room, const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    int count = model_format(to, room, format, list);
    __builtin_va_end(list);
    return count;
}
#endif

#ifdef MODEL_vprintf
int vprintf(const char *format, __builtin_va_list list)
{
    return model_format(0, 0, format, list);
}
#endif

#ifdef MODEL_vfprintf
int vfprintf(void *stream, const char *format, __builtin_va_list list)
{
    return model_format(0, 0, format, list);
}
#endif

#ifdef MODEL_vsprintf
int vsprintf(char *to, const char *format, __builtin_va_list list)
{
    return model_format(to, -1, format, list);
}
#endif

#ifdef MODEL_vsnprintf
int vsnprintf(char *to, model_size room, const char *format, __builtin_va_list list)
{
    return model_format(to, room, format, list);
}
#endif

#ifdef MODEL_model_format
/* Where formatted characters go: to the output, or into an array. */
struct model_sink {
    char *to;
    model_size room;
    int count;
};

static void model_put(struct model_sink *sink, int c)
{
    if (!sink->to && !sink->room)
        test_put(c);
    else if ((model_size)sink->count + 1 < sink->room)
        sink->to[sink->count] = c;
    sink->count++;
}

static void model_fill(struct model_sink *sink, int c, int count)
{
    for (; count > 0; count--)
        model_put(sink, c);
}

/* A text of known length in a field of at least `width` characters. */
static void model_field(struct model_sink *sink, const char *text, int length, int width, int left)
{
    if (!left)
        model_fill(sink, ' ', width - length);
    for (int i = 0; i < length; i++)
        model_put(sink, text[i]);
    if (left)
        model_fill(sink, ' ', width - length);
}

struct model_spec {
    int left, zero, sign, width, precision, base, capital, prefix;
};

/* A number: sign or prefix, zeros up to the precision, digits (C11 7.21.6.1p6, p8). */
static void model_number(struct model_sink *sink, const struct model_spec *spec, unsigned long long value, int negative)
{
    char digits[24];
    int length = 0, zeros, lead;
    const char *letters = spec->capital ? "0123456789ABCDEF" : "0123456789abcdef";
    int prefix = spec->prefix && spec->base == 16 && value ? 2 : 0;
    for (; value; value /= spec->base)
        digits[length++] = letters[value % spec->base];
    if (!length && spec->precision != 0)
        digits[length++] = '0';
    if (spec->prefix && spec->base == 8 && (!length || digits[length - 1] != '0'))
        digits[length++] = '0';
    lead = negative || spec->sign ? 1 : 0;
    zeros = spec->precision - length;
    if (spec->precision < 0 && spec->zero && !spec->left)
        zeros = spec->width - length - lead - prefix;
    if (zeros < 0)
        zeros = 0;
    if (!spec->left)
        model_fill(sink, ' ', spec->width - length - zeros - lead - prefix);
    if (lead)
        model_put(sink, negative ? '-' : spec->sign);
    if (prefix) {
        model_put(sink, '0');
        model_put(sink, spec->capital ? 'X' : 'x');
    }
    model_fill(sink, '0', zeros);
    for (int i = length - 1; i >= 0; i--)
        model_put(sink, digits[i]);
    if (spec->left)
        model_fill(sink, ' ', spec->width - length - zeros - lead - prefix);
}

/* The decimal digits of a number: it is 0.DIGITS times 10 to the power of `point`. Without digits, it is 0. */
struct model_decimal {
    int count, point;
    char digits[1200];
};

/* m * 2^exponent, exactly. Limb 40 holds the units, below 10^9; each limb counts 10^9 of the next. */
static void model_digits(struct model_decimal *out, unsigned long long m, int exponent)
{
    unsigned limbs[170] = {0};
    int first = 40, last = 40;
    for (int i = 40; m; m /= 1000000000) {
        limbs[i] = m % 1000000000;
        first = i--;
    }
    for (; exponent > 0; exponent--) {
        unsigned carry = 0;
        for (int i = last; i >= first || carry; i--) {
            unsigned value = 2 * limbs[i] + carry;
            carry = value >= 1000000000;
            limbs[i] = carry ? value - 1000000000 : value;
            first = i < first ? i : first;
        }
    }
    for (; exponent < 0; exponent++) {
        unsigned carry = 0;
        for (int i = first; i <= last || carry; i++) {
            unsigned value = limbs[i] + carry;
            carry = value % 2 ? 1000000000 : 0;
            limbs[i] = value / 2;
            last = i > last ? i : last;
        }
    }
    out->count = 0;
    out->point = 9 * (41 - first);
    for (int i = first; i <= last; i++)
        for (unsigned unit = 100000000; unit; unit /= 10) {
            int digit = limbs[i] / unit % 10;
            if (digit || out->count)
                out->digits[out->count++] = digit;
            else
                out->point--;
        }
    while (out->count && !out->digits[out->count - 1])
        out->count--;
}

/* Rounds to a number of digits, to nearest even. */
static void model_round(struct model_decimal *number, int count)
{
    int up;
    if (count >= number->count)
        return;
    if (count < 0) {
        number->count = 0;
        return;
    }
    up = number->digits[count] > 5;
    if (number->digits[count] == 5)
        up = number->count > count + 1 || (count && number->digits[count - 1] % 2);
    number->count = count;
    while (up && number->count && number->digits[number->count - 1] == 9)
        number->count--;
    if (up && number->count) {
        number->digits[number->count - 1]++;
    } else if (up) {
        number->digits[number->count++] = 1;
        number->point++;
    }
}

static int model_digit(const struct model_decimal *number, int position)
{
    return '0' + (position >= 0 && position < number->count ? number->digits[position] : 0);
}

static int model_append(char *text, int length, int character)
{
    text[length] = character;
    return length + 1;
}

/* The text of a floating value without its sign (C11 7.21.6.1p8: e, f, g); its length. */
static int model_floating_text(char *text, unsigned long long bits, const struct model_spec *spec, int kind)
{
    struct model_decimal number;
    int length = 0, precision = spec->precision < 0 ? 6 : spec->precision, exponent, scientific = kind == 'e', point;
    int biased = (bits >> 52) & 0x7ff, i;
    unsigned long long m = bits & 0xfffffffffffffULL;
    if (biased == 0x7ff) {
        const char *word = m ? spec->capital ? "NAN" : "nan" : spec->capital ? "INF" : "inf";
        for (; length < 3; length++)
            text[length] = word[length];
        return length;
    }
    model_digits(&number, biased ? m | 0x10000000000000ULL : m, biased ? biased - 1075 : -1074);
    if (!number.count)
        number.point = 1;
    if (kind == 'g') {
        precision = precision ? precision - 1 : 0;
        model_round(&number, precision + 1);
        exponent = number.point - 1;
        scientific = exponent < -4 || exponent > precision;
        if (!scientific)
            precision -= exponent;
    }
    model_round(&number, scientific ? precision + 1 : number.point + precision);
    if (!number.count)
        number.point = 1;
    exponent = number.point - 1;
    point = scientific || number.point > 0 ? 0 : number.point - 1;
    for (i = point; i <= (scientific ? 0 : exponent > 0 ? exponent : point); i++)
        length = model_append(text, length, model_digit(&number, i));
    if (precision > 0 || spec->prefix)
        text[length++] = '.';
    for (; precision > 0; precision--, i++)
        length = model_append(text, length, model_digit(&number, i));
    if (kind == 'g' && !spec->prefix) {
        int end = length, dot = 0;
        for (int j = 0; j < length; j++)
            dot |= text[j] == '.';
        while (dot && text[end - 1] == '0')
            end--;
        length = dot && text[end - 1] == '.' ? end - 1 : end;
    }
    if (scientific) {
        text[length++] = spec->capital ? 'E' : 'e';
        text[length++] = exponent < 0 ? '-' : '+';
        exponent = exponent < 0 ? -exponent : exponent;
        if (exponent >= 100)
            text[length++] = '0' + exponent / 100;
        text[length++] = '0' + exponent / 10 % 10;
        text[length++] = '0' + exponent % 10;
    }
    return length;
}

/* A floating value. It calls itself, so that calls are not inlined: programs have many calls of `printf`. */
static void model_floating(struct model_sink *sink, const struct model_spec *spec, unsigned long long bits, int kind, int sign)
{
    char text[1500];
    int length, zeros;
    if (bits >> 63) {
        model_floating(sink, spec, bits & ~(1ULL << 63), kind, '-');
        return;
    }
    length = model_floating_text(text, bits, spec, kind);
    zeros = spec->zero && !spec->left && (text[0] >= '0' && text[0] <= '9') ? spec->width - length - (sign != 0) : 0;
    if (zeros < 0)
        zeros = 0;
    if (!spec->left)
        model_fill(sink, ' ', spec->width - length - zeros - (sign != 0));
    if (sign)
        model_put(sink, sign);
    model_fill(sink, '0', zeros);
    for (int i = 0; i < length; i++)
        model_put(sink, text[i]);
    if (spec->left)
        model_fill(sink, ' ', spec->width - length - (sign != 0));
}

static unsigned long long model_bits(double value)
{
    union {
        double value;
        unsigned long long bits;
    } both;
    both.value = value;
    return both.bits;
}

int model_format(char *to, model_size room, const char *f, __builtin_va_list list)
{
    struct model_sink sink = {to, room, 0};
    for (; *f; f++) {
        struct model_spec spec = {0, 0, 0, 0, -1, 10, 0, 0};
        int size = 0, extended = 0;
        if (*f != '%') {
            model_put(&sink, *f);
            continue;
        }
        for (f++;; f++) {
            if (*f == '-')
                spec.left = 1;
            else if (*f == '0')
                spec.zero = 1;
            else if (*f == '+')
                spec.sign = '+';
            else if (*f == ' ')
                spec.sign = spec.sign ? spec.sign : ' ';
            else if (*f == '#')
                spec.prefix = 1;
            else
                break;
        }
        if (*f == '*') {
            spec.width = __builtin_va_arg(list, int);
            f++;
            if (spec.width < 0) {
                spec.left = 1;
                spec.width = -spec.width;
            }
        }
        for (; *f >= '0' && *f <= '9'; f++)
            spec.width = spec.width * 10 + (*f - '0');
        if (*f == '.') {
            spec.precision = 0;
            f++;
            if (*f == '*') {
                spec.precision = __builtin_va_arg(list, int);
                f++;
            }
            for (; *f >= '0' && *f <= '9'; f++)
                spec.precision = spec.precision * 10 + (*f - '0');
        }
        for (;; f++) {
            if (*f == 'l' || *f == 'z' || *f == 't' || *f == 'j')
                size++;
            else if (*f == 'h')
                size--;
            else if (*f == 'L')
                extended = 1;
            else
                break;
        }
        if (*f == 'd' || *f == 'i') {
            long long value = size > 0 ? __builtin_va_arg(list, long) : __builtin_va_arg(list, int);
            value = size == -1 ? (short)value : size == -2 ? (signed char)value : value;
            model_number(&sink, &spec, value < 0 ? -(unsigned long long)value : value, value < 0);
        } else if (*f == 'u' || *f == 'x' || *f == 'X' || *f == 'o') {
            unsigned long long value = size > 0 ? __builtin_va_arg(list, unsigned long) : __builtin_va_arg(list, unsigned);
            value = size == -1 ? (unsigned short)value : size == -2 ? (unsigned char)value : value;
            spec.base = *f == 'u' ? 10 : *f == 'o' ? 8 : 16;
            spec.capital = *f == 'X';
            spec.sign = 0;
            model_number(&sink, &spec, value, 0);
        } else if (*f == 'p') {
            spec.base = 16;
            spec.prefix = 1;
            model_number(&sink, &spec, (unsigned long)__builtin_va_arg(list, void *), 0);
        } else if (*f == 'c') {
            char c = __builtin_va_arg(list, int);
            model_field(&sink, &c, 1, spec.width, spec.left);
        } else if (*f == 's') {
            const char *text = __builtin_va_arg(list, const char *);
            int length = 0;
            while ((spec.precision < 0 || length < spec.precision) && text[length])
                length++;
            model_field(&sink, text, length, spec.width, spec.left);
        } else if (*f == '%') {
            model_put(&sink, '%');
        } else if (!*f) {
            break;
        } else if (extended) {
            (void)__builtin_va_arg(list, long double);
            model_put(&sink, model_no_long_double_output());
        } else {
            spec.capital = *f >= 'A' && *f <= 'Z';
            model_floating(&sink, &spec, model_bits(__builtin_va_arg(list, double)), spec.capital ? *f - 'A' + 'a' : *f, spec.sign);
        }
    }
    if (room)
        to[(model_size)sink.count < room ? sink.count : room - 1] = 0;
    return sink.count;
}
#endif

#ifdef MODEL_floats
/* IEEE 754 arithmetic on the bits of `double` and `float` values, rounding to nearest even. Infinities and NaNs as on x86-64. */
typedef unsigned long long soft_bits;
static const soft_bits soft_sign = 1ULL << 63, soft_infinity = 0x7ffULL << 52, soft_nan = 0xfff8ULL << 48;

/* m * 2^exponent, where the lowest bit of m may stand for any smaller rest; `digits` behind the point. */
static soft_bits soft_round(int exponent, soft_bits m, int digits)
{
    int bias = digits == 52 ? 1023 : 127, shift = 63 - digits, biased;
    soft_bits rest, half, result;
    if (!m)
        return 0;
    for (; !(m >> 63); m <<= 1)
        exponent--;
    biased = exponent + 63 + bias;
    if (biased > 2 * bias)
        return (2 * bias + 1ULL) << digits;
    if (biased <= 0) {
        shift += 1 - biased;
        biased = 0;
    }
    if (shift > 64)
        return 0;
    if (shift == 64)
        return m > soft_sign;
    half = 1ULL << (shift - 1);
    rest = m & (half * 2 - 1);
    result = m >> shift;
    if (rest > half || (rest == half && result % 2))
        result++;
    return biased ? ((biased - 1ULL) << digits) + result : result;
}

static int soft_is_nan(soft_bits a)
{
    return (a & ~soft_sign) > soft_infinity;
}

/* The exponent of the lowest digit, and the digits. */
static int soft_exponent(soft_bits a)
{
    int exponent = (a >> 52) & 0x7ff;
    return exponent ? exponent - 1075 : -1074;
}

static soft_bits soft_digits(soft_bits a)
{
    soft_bits digits = a & ((1ULL << 52) - 1);
    return (a >> 52) & 0x7ff ? digits | 1ULL << 52 : digits;
}

soft_bits soft_add(soft_bits a, soft_bits b)
{
    soft_bits sign, x, y, sum;
    int ex, distance;
    if (soft_is_nan(a) || soft_is_nan(b))
        return soft_is_nan(a) ? a | 8ULL << 48 : b | 8ULL << 48;
    if ((a & ~soft_sign) == soft_infinity)
        return b == (a ^ soft_sign) ? soft_nan : a;
    if ((b & ~soft_sign) == soft_infinity)
        return b;
    if ((a & ~soft_sign) < (b & ~soft_sign)) {
        x = a;
        a = b;
        b = x;
    }
    sign = a & soft_sign;
    x = soft_digits(a) << 10;
    y = soft_digits(b) << 10;
    ex = soft_exponent(a) - 10;
    distance = ex - (soft_exponent(b) - 10);
    if (distance > 63)
        y = y != 0;
    else if (distance)
        y = y >> distance | ((y & ((1ULL << distance) - 1)) != 0);
    sum = sign == (b & soft_sign) ? x + y : x - y;
    if (!sum)
        return sign & b;
    return sign | soft_round(ex, sum, 52);
}

soft_bits soft_sub(soft_bits a, soft_bits b)
{
    return soft_is_nan(b) ? soft_add(a, b) : soft_add(a, b ^ soft_sign);
}

soft_bits soft_mul(soft_bits a, soft_bits b)
{
    soft_bits sign = (a ^ b) & soft_sign, x = soft_digits(a), y = soft_digits(b), low, middle, high;
    int exponent = soft_exponent(a) + soft_exponent(b);
    if (soft_is_nan(a) || soft_is_nan(b))
        return soft_is_nan(a) ? a | 8ULL << 48 : b | 8ULL << 48;
    if ((a & ~soft_sign) == soft_infinity || (b & ~soft_sign) == soft_infinity)
        return x && y ? sign | soft_infinity : soft_nan;
    if (!x || !y)
        return sign;
    for (; !(x >> 52); x <<= 1)
        exponent--;
    for (; !(y >> 52); y <<= 1)
        exponent--;
    low = (x & 0xffffffff) * (y & 0xffffffff);
    middle = (x >> 32) * (y & 0xffffffff) + (low >> 32);
    high = (x >> 32) * (y >> 32) + (middle >> 32);
    middle = (middle & 0xffffffff) + (x & 0xffffffff) * (y >> 32);
    high += middle >> 32;
    low = middle << 32 | (low & 0xffffffff);
    return sign | soft_round(exponent + 42, high << 22 | low >> 42 | (low << 22 != 0), 52);
}

soft_bits soft_div(soft_bits a, soft_bits b)
{
    soft_bits sign = (a ^ b) & soft_sign, x = soft_digits(a), y = soft_digits(b), quotient = 0;
    int ex = soft_exponent(a), ey = soft_exponent(b), i;
    if (soft_is_nan(a) || soft_is_nan(b))
        return soft_is_nan(a) ? a | 8ULL << 48 : b | 8ULL << 48;
    if ((a & ~soft_sign) == soft_infinity)
        return (b & ~soft_sign) == soft_infinity ? soft_nan : sign | soft_infinity;
    if ((b & ~soft_sign) == soft_infinity || !x)
        return x || y ? sign : soft_nan;
    if (!y)
        return sign | soft_infinity;
    for (; !(x >> 52); x <<= 1)
        ex--;
    for (; !(y >> 52); y <<= 1)
        ey--;
    for (i = 0; i < 63; i++) {
        quotient <<= 1;
        if (x >= y) {
            x -= y;
            quotient |= 1;
        }
        x <<= 1;
    }
    return sign | soft_round(ex - ey - 62, quotient | (x != 0), 52);
}

int soft_equal(soft_bits a, soft_bits b)
{
    return !soft_is_nan(a) && !soft_is_nan(b) && (a == b || !((a | b) & ~soft_sign));
}

int soft_less(soft_bits a, soft_bits b)
{
    if (soft_is_nan(a) || soft_is_nan(b) || !((a | b) & ~soft_sign))
        return 0;
    if ((a ^ b) & soft_sign)
        return a >> 63;
    return a >> 63 ? a > b : a < b;
}

int soft_less_equal(soft_bits a, soft_bits b)
{
    return soft_less(a, b) || soft_equal(a, b);
}

soft_bits soft_widen_float(unsigned a)
{
    soft_bits sign = (soft_bits)(a >> 31) << 63, digits = a & 0x7fffff;
    int exponent = (a >> 23) & 0xff;
    if (exponent == 0xff)
        return sign | soft_infinity | digits << 29 | (digits ? 8ULL << 48 : 0);
    return sign | (exponent ? soft_round(exponent - 150, digits | 0x800000, 52) : soft_round(-149, digits, 52));
}

unsigned soft_narrow_float(soft_bits a)
{
    unsigned sign = (unsigned)(a >> 63) << 31;
    if (soft_is_nan(a))
        return sign | 0x7fc00000 | ((a >> 29) & 0x3fffff);
    if ((a & ~soft_sign) == soft_infinity)
        return sign | 0x7f800000;
    return sign | soft_round(soft_exponent(a), soft_digits(a), 23);
}

soft_bits soft_from_unsigned(soft_bits value)
{
    return soft_round(0, value, 52);
}

soft_bits soft_from_signed(long long value)
{
    return value < 0 ? soft_sign | soft_round(0, -(soft_bits)value, 52) : soft_round(0, value, 52);
}

unsigned soft_float_from_unsigned(soft_bits value)
{
    return soft_round(0, value, 23);
}

unsigned soft_float_from_signed(long long value)
{
    return value < 0 ? 1U << 31 | (unsigned)soft_round(0, -(soft_bits)value, 23) : soft_round(0, value, 23);
}

static soft_bits soft_truncate(soft_bits a)
{
    int exponent = soft_exponent(a);
    soft_bits digits = soft_digits(a);
    if (exponent >= 0)
        return exponent > 11 ? soft_sign : digits << exponent;
    return exponent < -63 ? 0 : digits >> -exponent;
}

long long soft_to_signed(soft_bits a)
{
    soft_bits size = soft_truncate(a);
    return a >> 63 ? -size : size;
}

soft_bits soft_to_unsigned(soft_bits a)
{
    return soft_to_signed(a);
}
#endif
