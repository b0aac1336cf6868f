"""The menu. Imported when somebody holds MENU."""
