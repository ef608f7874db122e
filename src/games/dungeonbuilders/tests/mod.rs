//! The rules at work: the worked examples of the rules' dossier, its rulings and invariants, secrets, and the battery.
