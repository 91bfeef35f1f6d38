// Says a.
void a(void);

void go(void) {
    a();
}
