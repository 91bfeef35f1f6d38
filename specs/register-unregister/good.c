int register_chrdev(int major);
void unregister_chrdev(int major);

int main(void) {
  if (register_chrdev(240) < 0)
    return -1;
  unregister_chrdev(240);
  return 0;
}
