// expect: objects are
/* Where an object is, nobody knows: an interpreter puts it somewhere. */
void reach_error(void);
int x;
int main(void) {
    if ((unsigned long)&x == 0x53a7000) reach_error();
    return 0;
}
