tree.sv   # nodes are found in their folder
-y nodes
