struct urb { int length; };
void usb_init_urb(struct urb *u);
void usb_fill_urb(struct urb *u, int length);
int usb_submit_urb(struct urb *u, int flags);
static struct urb in, out;

int main(void) {
  usb_init_urb(&in);
  usb_init_urb(&out);
  usb_fill_urb(&in, 8);
  usb_fill_urb(&in, 8);
  return usb_submit_urb(&in, 0) + usb_submit_urb(&out, 0);
}
