import { describe, expect, test } from 'vitest';
import { statementText } from '../../../src-server/storage/postgres/statement-text';

describe('a statement for PostgreSQL', () => {
  test.each([
    ['SELECT ?, ?', 'SELECT $1, $2'],
    ['SELECT ?2, ?1, ?2', 'SELECT $2, $1, $2'],
    ['SELECT ?3, ?', 'SELECT $3, $4'],
    [`SELECT '?', 'it''s ?', "a?b", ?`, `SELECT '?', 'it''s ?', "a?b", $1`],
    ['SELECT ? -- why?\n, ? /* ? \n */', 'SELECT $1 -- why?\n, $2 /* ? \n */'],
    ['SELECT $$ ? $$, $tag$ ? $$ $tag$, ?', 'SELECT $$ ? $$, $tag$ ? $$ $tag$, $1'],
    ['SELECT ?1::text[]', 'SELECT $1::text[]'],
  ])('%s has numbered parameters, and keeps what is none', (sql, text) => {
    expect(statementText(sql).text).toBe(text);
    expect(statementText(sql)).toBe(statementText(sql));
  });

  test.each([
    ['SELECT updated_at, "delete from" FROM a', true],
    [`SELECT 'INSERT INTO a' FROM b FOR UPDATE`, true],
    ['WITH a AS (INSERT INTO b VALUES (1) RETURNING id) SELECT * FROM a', false],
    ['  delete  from a', false],
    ['UPDATE a SET b = 1', false],
  ])('%s: that it only reads is %s', (sql, isRead) => {
    expect(statementText(sql).isRead).toBe(isRead);
  });
});
