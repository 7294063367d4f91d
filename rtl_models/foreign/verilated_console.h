#pragma once

// Forced into every source of a plug-in with a device, Verilator's run time included: the device's
// output and the way it ends go to the adapter instead of the terminal.
int flitscope_device_printf(const char* format, ...) __attribute__((format(printf, 1, 2)));
#define VL_PRINTF flitscope_device_printf
#define VL_USER_FINISH
#define VL_USER_STOP
#define VL_USER_FATAL
#define VL_USER_WARN
