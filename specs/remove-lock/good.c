int IoAcquireRemoveLock(int *lock);
void IoReleaseRemoveLock(int *lock);
int work(void);
static int lock;

int main(void) {
  int status = IoAcquireRemoveLock(&lock);
  if (status == 0) {
    status = work();
    IoReleaseRemoveLock(&lock);
  }
  return status;
}
