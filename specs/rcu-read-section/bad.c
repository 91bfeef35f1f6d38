void rcu_read_lock(void);
void rcu_read_unlock(void);
void synchronize_rcu(void);

int main(void) {
  rcu_read_lock();
  synchronize_rcu();
  rcu_read_unlock();
  return 0;
}
