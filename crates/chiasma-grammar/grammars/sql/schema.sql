-- tables
CREATE TABLE IF NOT EXISTS main.users (
  id INTEGER PRIMARY KEY,
  name VARCHAR(40) NOT NULL DEFAULT 'it''s',
  team INTEGER REFERENCES teams (id) ON DELETE CASCADE,
  CONSTRAINT positive CHECK (id > 0 AND id <> 7),
  UNIQUE (name, team)
);
create unique index by_name on users (name desc) where team is not null;
INSERT INTO users (id, name) VALUES (1, 'a'), (2, NULL) RETURNING *;
