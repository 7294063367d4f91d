/* Flitscope for programs in C, and in any language that calls C: simulate a configuration, or drive
 * a network message by message inside another simulator (docs/embedding.md).
 *
 * A function that returns int returns the exit code of the program (docs/configuration.md):
 * FLITSCOPE_DONE, or an error, which flitscope_error() describes. A call that fails with
 * FLITSCOPE_BAD_USAGE changes nothing. No exception leaves the library.
 *
 * Networks are independent of each other, with one exception: only one network with routers at
 * level signal or verilog may be open in a process at a time (SystemC). Different threads may use
 * different networks at the same time; only one thread at a time may use the same network.
 */
#ifndef FLITSCOPE_H
#define FLITSCOPE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Version of this interface; within a version nothing here changes. */
#define FLITSCOPE_API_VERSION 1

enum flitscope_status {
    FLITSCOPE_DONE = 0,
    FLITSCOPE_INTERNAL_ERROR = 1,    /* or a broken invariant */
    FLITSCOPE_BAD_USAGE = 2,         /* an argument or a configuration */
    FLITSCOPE_NOT_DEADLOCK_FREE = 4, /* and the configuration says `deadlock: refuse` */
    FLITSCOPE_DEADLOCK = 5,          /* found while simulating */
    FLITSCOPE_VIOLATION = 6,         /* of the protocol, by a device or a unit under test */
    FLITSCOPE_UNWRITTEN_OUTPUT = 7,  /* disk full, folder gone */
    FLITSCOPE_INTERRUPTED = 130      /* by flitscope_interrupt */
};

/* FLITSCOPE_API_VERSION of the library. */
int flitscope_api_version(void);
/* Of the program, e.g. "0.1.0". */
const char* flitscope_version(void);
/* The error of the last failed call of this thread, as the program prints it, with file, key and
 * value. Valid until the next call that fails in this thread. */
const char* flitscope_error(void);
/* The warnings of the last flitscope_run, _results or _open of this thread, one line each; "":
 * none. Valid until the next of these calls. */
const char* flitscope_warnings(void);

/* Simulates a configuration. `text`: YAML or JSON, called `name` in messages; NULL: the file
 * `name`. `result`: the text of result.json, for flitscope_free; also set, if there is one,
 * after a failed run (a deadlock, a protocol error, incomplete waves). Waves are written to the
 * working folder. */
int flitscope_run(const char* name, const char* text, char** result);
/* All finished points of a results folder of `flitscope sweep`, in axis order, as CSV with the
 * columns of results.csv, for flitscope_free. Other files are left out, with a warning. */
int flitscope_results(const char* folder, char** csv);
/* Frees a text returned by one of these functions; NULL is allowed. */
void flitscope_free(char* text);

typedef struct flitscope_network flitscope_network;

/* Builds the network of a configuration, `name` and `text` as above. Its sections `traffic`,
 * `measure` and `model` are checked, but the caller provides the traffic; `faults`, `waves` and
 * `deadlock: recover_regressive` are refused. With `deadlock: refuse` as in flitscope_run. */
int flitscope_open(const char* name, const char* text, flitscope_network** network);
/* Closes the network and invalidates the handle; NULL is allowed. */
void flitscope_close(flitscope_network* network);

/* A message joins the (unbounded) source queue of its node at the present edge. `tag` comes back
 * with the delivery. */
int flitscope_offer(flitscope_network* network, int64_t node, int64_t destination, int64_t length,
                    uint64_t tag);

#define FLITSCOPE_NOW (-1)
/* The last edge that a call may name. */
#define FLITSCOPE_LAST_EDGE INT64_C(1000000000000000)

typedef struct flitscope_message {
    int64_t node;          /* the source */
    int64_t destination;   /* another node or the same */
    int64_t length;        /* flits, head included */
    int64_t message_class; /* 0..router.message_classes - 1 */
    int64_t at;            /* edge at which it joins, now..FLITSCOPE_LAST_EDGE; or FLITSCOPE_NOW */
    uint64_t tag;
} flitscope_message;

/* The same for several messages; after an error none of them is offered. */
int flitscope_offer_messages(flitscope_network* network, const flitscope_message* messages,
                             size_t count);

#define FLITSCOPE_UNTIL_DELIVERED INT64_MAX

/* Simulates up to edge `until`, now..FLITSCOPE_LAST_EDGE: all cycles before it are done, messages
 * that arrive at it are delivered, and messages offered next join at it. FLITSCOPE_UNTIL_DELIVERED:
 * until every offered message is delivered. After an error other than FLITSCOPE_BAD_USAGE and
 * FLITSCOPE_INTERRUPTED the network cannot continue; its deliveries can be taken, and it can be
 * closed. */
int flitscope_step(flitscope_network* network, int64_t until);
/* The same, but ends at the first edge with a delivery. */
int flitscope_step_to_delivery(flitscope_network* network, int64_t until);

typedef struct flitscope_delivery {
    int64_t node;
    int64_t destination;
    int64_t length;
    int64_t message_class;
    int64_t offered;   /* edge at which it joined its source queue */
    int64_t injected;  /* edge at which its head was in the injection buffer */
    int64_t delivered; /* edge at which its tail left the network */
    int64_t hops;      /* channels between routers */
    uint64_t tag;
} flitscope_delivery;

/* Takes up to `capacity` deliveries that were not taken yet, in order of (edge, destination);
 * `*count`: their number. */
int flitscope_deliveries(flitscope_network* network, flitscope_delivery* deliveries,
                         size_t capacity, size_t* count);

int64_t flitscope_nodes(const flitscope_network* network);
/* The present edge, 0 at first. */
int64_t flitscope_now(const flitscope_network* network);
/* Messages offered and not delivered. */
int64_t flitscope_under_way(const flitscope_network* network);
/* Deliveries that wait to be taken. */
int64_t flitscope_waiting(const flitscope_network* network);

/* Ends a running step, or the next one, with FLITSCOPE_INTERRUPTED at an edge before `until`; a
 * later step may continue. Call it from any thread or signal handler. */
void flitscope_interrupt(flitscope_network* network);

#ifdef __cplusplus
}
#endif
#endif
