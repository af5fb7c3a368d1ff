"""The commands of ``tactica``, one module a group. What they need is imported when they run, so that help is quick."""
