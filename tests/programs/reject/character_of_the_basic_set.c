// expect: u0041
// C11 6.4.3p2: characters of the basic set have no such names, and gcc refuses them.
void reach_error(void);
int main(void) {
    const unsigned short w[] = u"a" "\u0041";
    if (w[1] != 0x41) reach_error();
    return 0;
}
