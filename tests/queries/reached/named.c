// Others that know the name of a function are believed not to call it.
extern void other(void);
static int state;
void known(void) {
  state = 1; // from, reached
}
int main(void) {
  other();        // dead
  if (state == 1) // dead
    state = 2;    // dead
  return state;   // dead
}
