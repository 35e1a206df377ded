import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import { beforeAll, describe, expect, it } from 'vitest';
import { renderCatalog } from '../../../src-renderer/catalog/render-catalog';
import { toJsonPieces } from '../../../src-server/base/json-pieces';
import { ExampleCache } from '../../../src-server/catalog/examples/example-cache';
import { readOpenapiImport } from '../../../src-server/catalog/openapi/import-openapi';
import { publicEventTypes } from '../../../src-server/catalog/public-site/public-event-types';
import { exportTypes } from '../../../src-server/catalog/takeaway/export-types';
import { exampleFor } from '../../support/example-for';
import { IS_WHOLE, share, some } from '../../support/share';
import { planLists } from './plan-lists';

/** GitHub's published description: 4.8 MB, 3.1, 261 webhooks. */
function githubText(): string {
  const folder = dirname(createRequire(import.meta.url).resolve('@octokit/openapi-webhooks/package.json'));
  return readFileSync(join(folder, 'generated/api.github.com.json'), 'utf8');
}

describe("GitHub's webhooks", () => {
  let found: Awaited<ReturnType<typeof readOpenapiImport>>;
  const specRaw = githubText();
  beforeAll(async () => {
    found = await readOpenapiImport({ specRaw });
  });

  it("GitHub's OpenAPI document gives 261 event types with schemas and no problems", () => {
    expect(new Set(found.candidates.map((c) => c.eventType.name)).size).toBe(261);
    expect(found.candidates.every((c) => c.eventType.schemas?.['1'] !== undefined)).toBe(true);
    expect(found.problems).toEqual([]);
  });

  const rowsFound = () =>
    found.candidates.map(({ eventType }) => ({
      ...{ deprecated: false, deprecatedAt: null, sunsetAt: null, replacedBy: null, groupName: null },
      ...{ archived: false, featureFlags: null, updatedAt: '2026-01-01T00:00:00Z' },
      ...{ name: eventType.name, description: eventType.description ?? '' },
      schemas: JSON.stringify(eventType.schemas),
    }));
  const pagesFound = (rows = rowsFound()) => {
    const eventTypes = publicEventTypes(rows, new ExampleCache(), () => true);
    return renderCatalog(
      { displayName: 'GitHub', eventTypes, isLarge: true },
      { styles: ['assets/catalog.css'], fonts: ['assets/inter.woff2'], script: 'assets/catalog.js' },
    );
  };

  it("the pages of GitHub's event types are 24 MB in all, none above 175 kB and 2,700 elements", () => {
    const pages = some(pagesFound().filter(({ eventType }) => eventType !== null));
    const texts = pages.map((page) => page.render());
    const bytes = texts.map((text) => Buffer.byteLength(text));
    expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(share(24_000_000));
    expect(Math.max(...bytes)).toBeLessThan(175_000);
    expect(Math.max(...texts.map((text) => text.match(/<[a-z]/g)?.length ?? 0))).toBeLessThan(2_700);
  }, 120_000);

  it("what the search of GitHub's catalog loads is less than 200 kB", () => {
    const rows = rowsFound();
    const fields = exportTypes({ format: 'fields', title: 'GitHub', types: toJsonPieces(rows) }).text;
    const index =
      pagesFound(rows)
        .find(({ path }) => path === 'search.js')
        ?.render() ?? '';
    expect(index).toContain('pull-request');
    expect(new TextDecoder().decode(fields)).toContain('pull_request');
    expect(index.length + fields.length).toBeLessThan(200_000);
  });

  it('every schema imported from GitHub is self-contained', () => {
    for (const { eventType } of found.candidates) {
      const schema = eventType.schemas?.['1'] as { definitions?: object };
      const names = new Set(Object.keys(schema.definitions ?? {}));
      const references = [...JSON.stringify(schema).matchAll(/"\$ref":"([^"]*)"/g)].map(([, to]) => to ?? '');
      expect(references.filter((to) => !names.has(to.replace('#/definitions/', '')))).toEqual([]);
    }
  });

  it("GitHub's schemas compile as Draft 7, and at least 250 get a valid example", () => {
    const all = found.candidates.map((c) => c.eventType.schemas?.['1'] as object);
    // In the gate one in eighteen: each takes a tenth of a second.
    const schemas = some(all, 18);
    expect(schemas).toHaveLength(IS_WHOLE ? 261 : 15);
    // A check that a busy machine did not finish is repeated, as the server does.
    const isFit = (schema: object, tries = 3): boolean => {
      const { fits, problems } = exampleFor(schema);
      return fits || (problems.length === 0 && tries > 1 && isFit(schema, tries - 1));
    };
    // A valid example was checked with the compiled schema, so only the others need compiling.
    const rest = schemas.filter((schema) => !isFit(schema));
    expect(rest.length).toBeLessThanOrEqual(IS_WHOLE ? 11 : 1);
    for (const schema of rest) {
      expect(() => new Ajv({ strict: false, validateFormats: false }).compile(schema)).not.toThrow();
    }
  }, 180_000);

  it("importing GitHub's webhooks again changes nothing", async () => {
    const stored = planLists(found.candidates, []).writes.map(({ name, after }) => ({ name, ...after }));
    expect(stored).toHaveLength(261);
    const again = await readOpenapiImport({ specRaw });
    expect(planLists(again.candidates, stored, { replaceAll: true }).writes).toEqual([]);
  });
});
