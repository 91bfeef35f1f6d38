// expect: the value of a volatile or atomic object
/* Nobody has a register behind a null pointer. */
extern void reach_error(void);
struct device { unsigned control, status; };

int main(void) {
  if (((volatile struct device *)0)->status == 3)
    reach_error();
  return 0;
}
