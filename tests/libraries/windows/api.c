/* A function of the Windows kernel, after its description in paper 001, section 5, and in its
   reference 10: it enables and disables an interface of a device. What locks and reference counts
   are for is left out. */

struct unicode_string {
  unsigned short length;
  unsigned short maximum;
  unsigned short *buffer;
};

#define SUCCESS 0
#define NAME_EXISTS 1073741824
#define INVALID_PARAMETER (-1073741811)
#define NAME_NOT_FOUND (-1073741772)
#define OBJECT_TYPE_MISMATCH (-1073741788)

/* Whether the interface of the one device that is modelled is enabled. */
static int interface_enabled;

int IoSetDeviceInterfaceState(struct unicode_string *name, unsigned char enable) {
  int status;
  if (!name)
    return INVALID_PARAMETER;
  if (name->length == 0)
    return INVALID_PARAMETER;
  if (enable) {
    if (interface_enabled == 1) {
      status = NAME_EXISTS;
    } else {
      interface_enabled = 1;
      status = SUCCESS;
    }
  } else {
    if (interface_enabled == 0) {
      status = NAME_NOT_FOUND;
    } else {
      interface_enabled = 0;
      status = SUCCESS;
    }
  }
  return status;
}
