-- A payment without a tag of ours belongs to nobody: several may claim it, each once, and one is paid.
ALTER TABLE claim ADD COLUMN shared BOOLEAN NOT NULL DEFAULT false;
