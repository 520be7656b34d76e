"""What this kernel saw: cells that ran, their outputs, and the page they stand on."""
