"""The method: pure functions over arrays and networkx graphs, no input or output."""
