int seteuid(int uid);
int system(const char *command);

int main(void) {
  int ignored = seteuid(1000);
  return system("ls") + ignored;
}
