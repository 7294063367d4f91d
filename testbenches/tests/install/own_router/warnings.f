// A list as tools know it.
+define+NOTHING=1
warnings_top.sv   # the top
-y ${LEAVES}
