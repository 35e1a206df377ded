import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src-server/base/errors';
import { createValidator } from '../../../src-server/base/validate';
import { querySchemaOf } from '../../../src-server/http/pipeline/query-schema';
import { rows } from '../../support/described-api';

/** The result of a check of an empty object. Null: it is valid. */
function complaint(check: (value: unknown) => void): unknown {
  try {
    check({});
    return null;
  } catch (cause) {
    return cause;
  }
}

describe('the checks of requests', () => {
  const validator = createValidator();
  const metaschema = new Ajv();

  it.each(rows.map((row) => [`${row.method} ${row.path}`, row] as const))(
    'are there for %s: its schemas are right and can be compiled',
    (_name, { body, query }) => {
      for (const schema of [body, query && { properties: query }]) {
        if (schema) expect(metaschema.validateSchema(schema), metaschema.errorsText()).toBe(true);
      }
      const checks = [body && validator.body(body), query && validator.query(query)];
      for (const check of checks) {
        const cause = check ? complaint(check) : null;
        // A violation is a result; any other error means that ajv does not understand the schema.
        if (cause !== null) expect(cause).toBeInstanceOf(ApiError);
      }
    },
  );

  it('show a schema that cannot be compiled at its first use, and again', () => {
    const check = validator.body({ type: 'object', properties: { at: { type: 'sometimes' } } });
    for (let time = 0; time < 2; time++) {
      const cause = complaint(check);
      expect(cause).toBeInstanceOf(Error);
      expect(cause).not.toBeInstanceOf(ApiError);
    }
  });

  it('take no time that cannot be computed with', () => {
    const check = validator.query({ since: { type: 'string', format: 'date-time' } });
    const isTaken = (since: string) => {
      try {
        check({ since });
        return true;
      } catch {
        return false;
      }
    };
    const times = ['2016-12-31T23:59:59Z', '2016-12-31T23:59:60Z', '2017-01-01T00:59:60+01:00', '2017-01-01'];
    expect(times.map(isTaken)).toEqual([true, false, false, false]);
  });

  it('hold a compiled schema to every value, not only to the first', () => {
    const check = validator.body({ type: 'object', required: ['name'] });
    expect(() => check({ name: 'x' })).not.toThrow();
    expect(() => check({})).toThrow(ApiError);
    expect(() => check({ name: 'x' })).not.toThrow();
  });

  it.each(['body', 'query'] as const)('compile a schema of a %s once in a process', (place) => {
    const name = { type: 'string' };
    const schema = place === 'body' ? { type: 'object', properties: { name } } : { name };
    const isRefused = () => {
      try {
        createValidator()[place](schema)({ name: 1 });
        return false;
      } catch {
        return true;
      }
    };
    expect(isRefused()).toBe(true);
    // What is compiled is kept as it was.
    name.type = 'integer';
    expect(isRefused()).toBe(true);
  });

  it('get the same schema of a query in each server of a process, so that it is compiled once', () => {
    const queries = rows.flatMap(({ query }) => (query ? [query] : []));
    expect(queries.length).toBeGreaterThan(20);
    const [first, again] = [queries.map(querySchemaOf), queries.map(querySchemaOf)];
    expect(again.filter((schema, index) => schema !== first[index])).toEqual([]);
  });
});
