-f warnings.f
warnings_leaf.sv
missing_leaf.sv
