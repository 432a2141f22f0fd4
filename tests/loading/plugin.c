int plugin = 1;
