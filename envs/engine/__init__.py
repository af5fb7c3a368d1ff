"""Games: one, many side by side, whole ones in the kernel; their starts, spaces, snapshots and choices in words."""
