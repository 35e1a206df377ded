-- Texts of the portal in the sender's words, by language.
CREATE TABLE portal_text (
  language TEXT PRIMARY KEY CHECK (language <> ''),       -- BCP 47, canonical
  texts    TEXT NOT NULL CHECK (json_type(texts) = 'object') -- by path, in ICU MessageFormat
) STRICT;
