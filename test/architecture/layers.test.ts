import { describe, expect, it } from 'vitest';
import { cycles, importFaults, packageFaults, placeFaults, rowOf } from './layer-checks';
import { LAYERS } from './layer-rules';
import { importsOf, packageOf, type SourceFile, sourceFiles, target } from './source-files';

const files = sourceFiles('src-main', 'src-renderer', 'src-server');

describe('the layers', () => {
  it('hold: no file imports what its place may not know', () => expect(importFaults(files)).toEqual([]));
  it('hold for packages: each stays in its place', () => expect(packageFaults(files)).toEqual([]));
  it('load pg only once a PostgreSQL database is opened', () => {
    const imports = files.flatMap((file) => importsOf(file)).filter(({ from }) => from === 'pg');
    const { text } = files.find(({ path }) => path.endsWith('/pg-connection.ts')) ?? { text: '' };
    expect(imports.filter(({ typeOnly }) => !typeOnly)).toHaveLength(1);
    expect(text).toContain("await import('pg')");
  });
  it('load no package in the worker that makes the first page of the catalog, before another task needs it', () => {
    const byModule = new Map(files.map((file) => [file.path.replace(/\.tsx?$/, ''), file]));
    const packages = new Set<string>();
    const seen = new Set<string>();
    const load = (module: string | null) => {
      const file = byModule.get(module ?? '');
      if (!file || seen.has(file.path)) return;
      seen.add(file.path);
      const atOnce = { ...file, text: file.text.replace(/\bimport\(/g, 'later(') };
      for (const { from } of importsOf(atOnce).filter(({ typeOnly }) => !typeOnly)) {
        packages.add(packageOf(from) ?? '');
        load(target(file, from));
      }
    };
    load('src-server/catalog/workers/catalog-worker');
    expect(seen).toContain('src-server/catalog/public-site/build-public-pages.ts');
    expect([...packages]).toEqual(['']);
  });
  it('hold for time, environment, SQL and the bridge', () => expect(placeFaults(files)).toEqual([]));
  it('have no circles', () => expect(cycles(files)).toEqual([]));

  it('are each used: a row of the table that fits no file is left over', () => {
    const idle = LAYERS.filter(([place]) => {
      return !files.some((file) => rowOf(file.path)?.[0] === place);
    });
    expect(idle.map(([place]) => place)).toEqual([]);
  });

  it('let every import lead to a file that is there', () => {
    const server = files.filter((file) => file.path.startsWith('src-server/'));
    const imports = server.flatMap((file) => importsOf(file));
    // The import reader itself must not fail silently: a server of this size has hundreds of imports.
    expect(imports.length).toBeGreaterThan(server.length);
  });
});

describe('the tests of the layers', () => {
  const planted = (path: string, text: string): SourceFile[] => [{ path, text }];

  it.each([
    ['src-server/delivery/x.ts', "import { flagRule } from '../access/visibility';"],
    ['src-server/delivery/x.ts', "import type { Principal } from '../access/principal';"],
    ['src-server/delivery/x.ts', "import {\n  a,\n  type b,\n} from '../access/visibility';"],
    ['src-server/storage/x.ts', "export { send } from '../delivery/sender';"],
    ['src-server/storage/x.ts', "const m = await import('../http/app');"],
    ['src-server/base/x.ts', "import '../storage/database';"],
    ['src-server/storage/x.ts', "import { openStores } from './stores';"],
    ['src-server/storage/x.ts', "import { x } from './sqlite/sqlite-database';"],
    ['src-server/storage/engine/x.ts', "import { x } from '../sqlite/sqlite-database';"],
    ['src-server/storage/sqlite/x.ts', "import { openFolder } from '../open-folder';"],
    ['src-server/catalog/checks/x.ts', "import { checkPayload } from '../check-payload';"],
    ['src-server/delivery/connection/x.ts', "import { Engine } from '../engine/engine';"],
    ['src-server/http/pipeline/x.ts', "import { x } from '../routes/messages';"],
    ['src-server/contract/x.ts', "import { z } from '../base/clock';"],
    ['src-server/http/x.ts', "import { startServer } from '../server';"],
    ['src-server/http/x.ts', "import { Page } from '../../src-renderer/admin/app/app';"],
    ['src-renderer/admin/x.tsx', "import { open } from '../../src-server/storage/database';"],
    ['src-renderer/portal/x.tsx', "import { Nav } from '../admin/app';"],
    ['src-renderer/ui/x.tsx', "import { call } from '../api/api-client';"],
    ['src-main/window.ts', "import { startServer } from '../src-server/server';"],
    ['src-elsewhere/x.ts', ''],
    ['src-server/newfolder/x.ts', ''],
  ])('see what is wrong in %s: %s', (path, text) =>
    expect(importFaults(planted(path, text))).toHaveLength(1),
  );

  it.each([
    ['src-server/delivery/x.ts', "import { app } from 'electron';"],
    ['src-server/delivery/x.ts', "import express from 'express';"],
    ['src-server/http/x.ts', "import { request } from 'undici';"],
    ['src-server/http/x.ts', "import SwaggerParser from '@apidevtools/swagger-parser';"],
    ['src-server/storage/x.ts', "import sqlite3 from 'sqlite3';"],
    ['src-server/storage/postgres/x.ts', "const pg = await import('pg');"],
    ['src-renderer/admin/x.ts', "import Ajv from 'ajv';"],
    ['src-server/contract/x.ts', "import { sample } from 'openapi-sampler';"],
  ])('see a package in the wrong place in %s: %s', (path, text) =>
    expect(packageFaults(planted(path, text))).toHaveLength(1),
  );

  it('let a contract use the types of a package', () => {
    expect(
      packageFaults(planted('src-server/contract/x.ts', "import type { A } from 'json-schema-to-ts';")),
    ).toEqual([]);
  });

  it.each([
    ['src-server/delivery/x.ts', 'const at = Date.now();'],
    ['src-server/delivery/x.ts', 'const at = new Date();'],
    ['src-server/delivery/x.ts', 'setTimeout(go, 5);'],
    ['src-server/http/x.ts', 'const a = performance.now();'],
    ['src-server/http/x.ts', 'const token = process.env.TOKEN;'],
    ['src-server/http/x.ts', "db.all('SELECT * FROM message');"],
    ['src-server/delivery/x.ts', 'db.run(`\n  UPDATE delivery SET state = 1`);'],
    [
      'src-server/storage/x.ts',
      "db.all('SELECT id FROM message WHERE id IN (SELECT value FROM json_each(?))');",
    ],
    ['src-server/storage/x.ts', "db.all(`SELECT value ->> '$.at' AS at FROM setting`);"],
    ['src-server/storage/x.ts', "tx.run('INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)');"],
    ['src-server/storage/x.ts', "db.all('SELECT id FROM message WHERE id = ANY(?::text[])');"],
    ['src-server/storage/x.ts', "db.all('SELECT app_id AS appId FROM message');"],
    ['src-renderer/admin/x.ts', 'window.desktop?.getVersions();'],
    ['src-main/window.ts', "ipcMain.handle('x', go);"],
    ['src-server/http/x.ts', "const name = step.replaceAll('~1', '/');"],
    ['src-renderer/ui/x.ts', "const is = typeof a === 'object' && a !== null && !Array.isArray(a);"],
  ])('see what is done in the wrong place in %s: %s', (path, text) =>
    expect(placeFaults(planted(path, text))).toHaveLength(1),
  );

  it('do not mind the same words in a comment', () => {
    const text = "/** Never Date.now(). */\nconst a = 'http://x'; // no setTimeout( here\n";
    expect(placeFaults(planted('src-server/delivery/x.ts', text))).toEqual([]);
  });

  it('see a circle, one of types too', () => {
    const a = { path: 'src-server/base/a.ts', text: "import { b } from './b';" };
    const b = (text: string) => ({ path: 'src-server/base/b.ts', text });
    expect(cycles([a, b("import { a } from './a';")])).toHaveLength(1);
    expect(cycles([a, b("import type { A } from './a';")])).toHaveLength(1);
    expect(cycles([a, b("import { c } from './c';")])).toEqual([]);
  });
});
