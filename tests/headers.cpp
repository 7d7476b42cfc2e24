// Nothing of its own: the precompiled header of all tests is made for this program.
