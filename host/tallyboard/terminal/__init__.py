"""What a terminal needs: cells, columns, streams and whether it is one."""
