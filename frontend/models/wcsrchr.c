/* C11 7.29.4.5.3 */
__typeof__(L'a') *wcsrchr(const __typeof__(L'a') *text, __typeof__(L'a') character)
{
    const __typeof__(L'a') *found = 0;
    for (;; text++) {
        if (*text == character)
            found = text;
        if (!*text)
            return (__typeof__(L'a') *)found;
    }
}
