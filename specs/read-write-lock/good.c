void read_lock(int *l);
void read_unlock(int *l);
void write_lock(int *l);
void write_unlock(int *l);
static int table;

int main(void) {
  read_lock(&table);
  read_unlock(&table);
  write_lock(&table);
  write_unlock(&table);
  return 0;
}
