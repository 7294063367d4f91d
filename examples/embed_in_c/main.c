/* A C program with a network inside: node 0 of a 4x4 mesh asks every other node for a block of
 * memory, one after the other, and gets it as soon as the question has arrived.
 *
 *     cc main.c $(pkg-config --cflags --libs flitscope)        */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "flitscope.h"

enum { QUESTION_FLITS = 1, BLOCK_FLITS = 9 };

static void must(int status) {
    if (status != FLITSCOPE_DONE) {
        fprintf(stderr, "%s\n", flitscope_error());
        exit(status);
    }
}

/* Simulates until the next message has arrived, which is this one. */
static flitscope_delivery arrival(flitscope_network* network) {
    flitscope_delivery delivery;
    size_t count = 0;
    must(flitscope_step_to_delivery(network, FLITSCOPE_UNTIL_DELIVERED));
    must(flitscope_deliveries(network, &delivery, 1, &count));
    if (count != 1) {
        fprintf(stderr, "nothing has arrived\n");
        exit(1);
    }
    return delivery;
}

int main(int argc, char** argv) {
    const char* level = argc > 1 ? argv[1] : "fast";
    char config[200];
    flitscope_network* network = NULL;
    int64_t node;

    if (flitscope_api_version() != FLITSCOPE_API_VERSION) {
        fprintf(stderr, "another version of the library\n");
        return 1;
    }
    snprintf(config, sizeof config, "{topology: {kind: mesh, size: [4, 4]}, level: %.20s}", level);
    must(flitscope_open("config", config, &network));
    for (node = 1; node < flitscope_nodes(network); ++node) {
        flitscope_delivery question, block;
        must(flitscope_offer(network, 0, node, QUESTION_FLITS, (uint64_t)node));
        question = arrival(network);
        must(flitscope_offer(network, question.destination, 0, BLOCK_FLITS, question.tag));
        block = arrival(network);
        printf("node %2" PRIu64 ": asked at %3" PRId64 ", block at %3" PRId64 "\n", block.tag,
               question.offered, block.delivered);
    }
    flitscope_close(network);
    return 0;
}
