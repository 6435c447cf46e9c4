"""What people state: facts that last, what corrects them, who is called how."""
