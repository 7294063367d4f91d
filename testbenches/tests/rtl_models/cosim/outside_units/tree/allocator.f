// Input ports first: an arbiter per input, of two trees, and one per output, a ring.
allocator.sv
arbiter.sv
ring.sv
-f trees.f
