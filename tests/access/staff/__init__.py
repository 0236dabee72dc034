"""What people see and change in the admin, by their roles."""
