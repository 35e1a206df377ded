import SwaggerParser from '@apidevtools/swagger-parser';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { DescribedOperation } from '../../../src-server/contract/api-description';
import { OTHER_TAG } from '../../../src-server/http/description/operation-tags';
import { withSharedParts } from '../../../src-server/http/description/shared-parts';
import { api, faultsOf, resolve, responseFaults, rows } from '../../support/described-api';
import { startTestServer } from '../../support/start-test-server';
import { startedOnce } from '../../support/started';

const operations: readonly (readonly [name: string, operation: DescribedOperation])[] = Object.entries(
  api.paths,
).flatMap(([path, methods]) =>
  Object.entries(methods).map(
    ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const,
  ),
);

const server = startedOnce(startTestServer);

describe('the description of the API', () => {
  it('is public, and is the one tested here', async () => {
    const response = await server.call('GET', '/openapi.json', undefined, { token: null });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('application/json');
    expect({ ...response.json, info: null }).toEqual(
      JSON.parse(JSON.stringify({ ...withSharedParts(api), info: null })),
    );
  });

  it('has each row of the route table, and nothing else', () => {
    expect(operations.map(([name]) => name).sort()).toEqual(
      rows.map((row) => `${row.method} ${row.path}`).sort(),
    );
  });

  it('is a valid OpenAPI 3.1 document', async () => {
    const document = JSON.parse(JSON.stringify(api));
    await expect(SwaggerParser.validate(document)).resolves.toBeDefined();
    // The check itself must be able to fail.
    const broken = JSON.parse(JSON.stringify(api));
    broken.paths['/app'].post.parameters = {};
    await expect(SwaggerParser.validate(broken)).rejects.toThrow();
  });

  it('has only schemas that are right, which the check of the document leaves alone', () => {
    const ajv = new Ajv2020({ strict: false });
    for (const [name, schema] of Object.entries(api.components.schemas))
      expect(ajv.validateSchema(schema), `${name}: ${ajv.errorsText()}`).toBe(true);
    expect(ajv.validateSchema({ description: 5 })).toBe(false);
  });

  it('gives each operation a name of its own, a group, a summary and who may call it', () => {
    const ids = operations.map(([, { operationId }]) => operationId);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    for (const [name, { operationId, tags, summary, description }] of operations) {
      expect(operationId, name).toMatch(/^[a-z0-9]+([.-][a-z0-9]+)*$/);
      expect(summary, name).toMatch(/^[A-Z].*[.]$/s);
      expect(description, name).toMatch(/For .*\.$/);
      expect(tags, name).toHaveLength(1);
      expect(tags, `${name} fits no group of operation-tags.ts`).not.toEqual([OTHER_TAG[0]]);
    }
  });

  it('says of each operation how it can succeed, and how it can be refused', () => {
    for (const [name, { responses }] of operations) {
      const statuses = Object.keys(responses);
      expect(
        statuses.some((status) => /^[23]/.test(status)),
        name,
      ).toBe(true);
      expect(
        statuses.some((status) => /^4/.test(status)),
        name,
      ).toBe(true);
      if (responses[401]) expect(responses[401].headers, name).toHaveProperty('WWW-Authenticate');
    }
  });

  it('names its licence and a contact', () => {
    expect(api.info.license).toEqual({ name: 'MIT License', identifier: 'MIT' });
    expect(api.info.contact.name).not.toBe('');
  });

  it('has no default or example that its own schema refuses', () => {
    for (const [name, { parameters }] of operations) {
      for (const { name: parameter, schema } of parameters) {
        if ('default' in schema) expect(faultsOf(schema, schema.default), `${name} ${parameter}`).toEqual([]);
      }
    }
  });

  it('names every body that is read or written, as the contract does', () => {
    const nameless = operations.flatMap(([name, { requestBody, responses }]) => {
      const schemas = [requestBody, ...Object.values(responses)].map(
        (described) => described?.content?.['application/json']?.schema,
      );
      return schemas.some((schema) => schema && !schema.$ref && !schema.anyOf) ? [name] : [];
    });
    expect(nameless).toEqual(['GET /openapi.json']);
  });

  it.each(operations)('has examples for %s that fit it', (_name, { requestBody, responses }) => {
    for (const part of [requestBody, ...Object.values(responses)]) {
      const content = part?.content?.['application/json'];
      if (!content?.schema || content.schema.type === 'object') continue;
      expect(content.example).toBeDefined();
      expect(faultsOf(content.schema, content.example)).toEqual([]);
    }
  });

  it('describes every parameter and every field', () => {
    const silent = operations.flatMap(([name, { parameters }]) =>
      parameters
        .filter((parameter) => !parameter.description.trim())
        .map((parameter) => `${name} ${parameter.name}`),
    );
    expect(silent).toEqual([]);
    for (const [name, schema] of Object.entries(api.components.schemas)) {
      for (const [field, property] of Object.entries((schema.properties ?? {}) as Record<string, object>)) {
        expect(resolve({ property }).property, `${name}.${field}`).toHaveProperty('description');
      }
    }
  });
});

describe('the check of responses', () => {
  const app = {
    id: 'app_1',
    uid: null,
    name: 'A',
    rateLimit: null,
    throttleRate: null,
    metadata: {},
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00Z',
  };

  it('lets through what is described', () => {
    expect(responseFaults('POST', '/app', 201, app)).toEqual([]);
    expect(responseFaults('DELETE', '/app/x', 204, undefined)).toEqual([]);
    expect(responseFaults('GET', '/nothing', 404, { code: 'not_found', detail: 'x' })).toEqual([]);
  });

  it('detects another status, an additional or missing field, another type, another shape of an error', () => {
    expect(responseFaults('POST', '/app', 202, app)).toHaveLength(1);
    expect(responseFaults('POST', '/app', 201, { ...app, secret: 'x' })).toHaveLength(1);
    expect(responseFaults('POST', '/app', 201, { ...app, id: undefined })).not.toEqual([]);
    expect(
      responseFaults('GET', '/app', 200, { data: [{ ...app, name: 1 }], iterator: null, done: true }),
    ).toHaveLength(1);
    expect(responseFaults('GET', '/app/x', 404, { message: 'not found' })).not.toEqual([]);
    expect(responseFaults('DELETE', '/app/x', 204, {})).toHaveLength(1);
    expect(responseFaults('GET', '/nothing', 200, {})).toHaveLength(1);
  });
});
