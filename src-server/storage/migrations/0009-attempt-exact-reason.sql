-- Why an address was refused, which the admin may know and a customer may not. Null: it was not refused.
ALTER TABLE attempt ADD COLUMN exact_reason TEXT;
