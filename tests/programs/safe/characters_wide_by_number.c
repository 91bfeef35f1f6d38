// C11 6.4.5p5: one prefix is enough for all parts of a literal.
void reach_error(void);
int main(void) {
    const unsigned short w[] = u"a" "\u0201";
    if (w[1] != 0x201) reach_error();
    return 0;
}
