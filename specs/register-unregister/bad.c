int register_chrdev(int major);
void unregister_chrdev(int major);

int main(void) {
  int status = register_chrdev(240);
  unregister_chrdev(240);
  return status;
}
