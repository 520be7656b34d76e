"""What runs in the kernel process: magics, selection, kernel tools, rendering."""
