"""What the command line and the pages both make of what somebody at the desk says."""
