-- Texts of the portal in the sender's words, by language.
CREATE TABLE portal_text (
  language TEXT COLLATE "C" PRIMARY KEY CHECK (language <> ''), -- BCP 47, canonical
  texts    TEXT COLLATE "C" NOT NULL CHECK (json_typeof(texts::json) = 'object') -- by path, in ICU MessageFormat
);
