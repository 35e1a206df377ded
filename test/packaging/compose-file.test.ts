import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { OPTIONS, variableOf } from '../../src-server/config';

const FOLDER = resolve(import.meta.dirname, '../../resources/packaging');
const text = readFileSync(join(FOLDER, 'compose.yaml'), 'utf8');
const example = readFileSync(join(FOLDER, 'compose.env.example'), 'utf8');
const proxyText = readFileSync(join(FOLDER, 'Caddyfile'), 'utf8');
/** Secrets have a variable and no flag. */
const SECRETS = ['POSTHORN_ADMIN_TOKEN', 'POSTHORN_CLUSTER_SECRET', 'POSTHORN_SECRET_KEY'];

interface Service {
  readonly image: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly networks: readonly string[];
  readonly ports?: readonly string[];
  readonly read_only: boolean;
  readonly user: string;
  readonly cap_drop: readonly string[];
  readonly cap_add?: readonly string[];
  readonly healthcheck: { readonly test: readonly string[] };
}

const compose = parse(text, { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>;
};
const { services } = compose;
const nodes = Object.entries(services).filter(([name]) => name.startsWith('node-'));
const proxy = services.proxy as Service;
const postgres = services.postgres as Service;
const settings = nodes.flatMap(([, { environment }]) => Object.entries(environment ?? {}));
const namesIn = (of: string) => [...of.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]);

describe('the compose file', () => {
  it('runs two nodes, a proxy and PostgreSQL, each with a fixed version or made here', () => {
    expect(Object.keys(services)).toEqual(['node-1', 'node-2', 'proxy', 'postgres']);
    for (const [, { build }] of nodes) {
      expect(existsSync(resolve(FOLDER, build?.context ?? '', build?.dockerfile ?? ''))).toBe(true);
      expect(resolve(FOLDER, build?.context ?? '')).toBe(resolve(FOLDER, '../..'));
    }
    for (const { image } of [proxy, postgres]) expect(image).toMatch(/:\d+[\w.-]*$/);
    expect(Number(/postgres:(\d+)/.exec(postgres.image)?.[1])).toBeGreaterThanOrEqual(15);
  });

  it('gives every one a read-only root and an account that is not root, and no capability that it can do without', () => {
    for (const [name, { read_only, user, cap_drop, cap_add = [] }] of Object.entries(services)) {
      expect([name, read_only, cap_drop]).toEqual([name, true, ['ALL']]);
      expect(user, name).toMatch(/^[1-9]\d*:[1-9]\d*$/);
      expect(cap_add, name).toEqual(name === 'proxy' ? ['NET_BIND_SERVICE'] : []);
    }
  });

  it('uses settings that exist', () => {
    const known = new Set([...SECRETS, ...Object.keys(OPTIONS).map(variableOf)]);
    const names = settings.map(([name]) => name).filter((name) => name.startsWith('POSTHORN_'));
    expect(names.length).toBeGreaterThan(4);
    expect(names.filter((name) => !known.has(name))).toEqual([]);
    const flags = nodes.flatMap(([, { command = [] }]) => command).filter((part) => part.startsWith('--'));
    expect(flags.filter((flag) => !(flag.slice(2) in OPTIONS))).toEqual([]);
  });

  it('has no secret in it, and none with a default: each is asked for in the environment', () => {
    const secrets = Object.values(services).flatMap(({ environment = {} }) =>
      Object.entries(environment).filter(([name]) => /TOKEN|SECRET|PASSWORD/.test(name)),
    );
    expect(secrets.length).toBeGreaterThan(8);
    for (const [name, value] of secrets) expect(value, name).toMatch(/^\$\{\w+:\?[^}]+\}$/);
    expect(postgres.command).not.toContain('trust');
    expect(settings.filter(([, value]) => /:\/\/[^/]*:[^/]*@/.test(value))).toEqual([]);
    const variables = new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name));
    expect(new Set(namesIn(example).map(([name]) => name))).toEqual(variables);
    expect(namesIn(example).filter(([, value]) => value !== '')).toEqual([]);
    expect(readFileSync(resolve(FOLDER, '../../.gitignore'), 'utf8').split('\n')).toContain('.env');
  });

  it('lets the nodes share what they must share, and reach each other under a name of their own', () => {
    const [first, second] = nodes.map(([, { environment }]) => environment);
    expect(first).toEqual(second);
    for (const name of SECRETS) expect(first?.[name], name).toBeDefined();
    for (const [name, { command, networks, ports }] of nodes) {
      expect(command).toEqual(['serve', '--advertise', `http://${name}:8071`]);
      expect(networks).toContain('inside');
      expect(ports).toBeUndefined();
    }
  });

  it('keeps PostgreSQL from the network outside, and lets it confirm only what is on disk', () => {
    expect(postgres.networks).toEqual(['inside']);
    expect(compose.networks.inside).toEqual({ internal: true });
    expect(postgres.ports).toBeUndefined();
    expect(postgres.command).toContain('synchronous_commit=on');
    expect(postgres.command?.filter((part) => /=off$/.test(part))).toEqual([]);
  });

  it('asks for the health of all, and starts each after what it needs', () => {
    for (const [, { healthcheck, depends_on }] of nodes) {
      expect(healthcheck.test.join(' ')).toContain('http://127.0.0.1:8071/api/v1/health');
      expect(depends_on?.postgres?.condition).toBe('service_healthy');
    }
    expect(proxy.healthcheck.test.join(' ')).toContain('http://127.0.0.1:8080/api/v1/health');
    expect(postgres.healthcheck.test).toContain('pg_isready');
    expect(Object.keys(proxy.depends_on ?? {})).toEqual(nodes.map(([name]) => name));
    expect(proxy.ports).toEqual(['127.0.0.1:8080:8080']);
  });
});

describe('the proxy', () => {
  it('knows each node and its health, and keeps what nodes tell each other from outside', () => {
    expect(proxy.environment?.NODES?.split(' ')).toEqual(nodes.map(([name]) => `${name}:8071`));
    expect(proxyText).toContain('reverse_proxy {$NODES} {');
    expect(proxyText).toMatch(/health_uri \/api\/v1\/health\n/);
    expect(proxyText).toMatch(/respond \/internal\/\* 404\n/);
  });
});

const hasCaddy = canRunCaddy();
if (!hasCaddy) console.warn('SKIPPED: the proxy with real nodes, because Caddy is not installed here');

describe.skipIf(!hasCaddy)('the proxy, as Caddy reads it', () => {
  let adapted = '';
  beforeAll(() => {
    adapted = execFileSync(
      'caddy',
      ['adapt', '--config', join(FOLDER, 'Caddyfile'), '--adapter', 'caddyfile'],
      {
        encoding: 'utf8',
        env: { ...process.env, NODES: proxy.environment?.NODES ?? '' },
        stdio: 'pipe',
      },
    );
  });

  it('has both nodes as its upstreams', () => {
    for (const [name] of nodes) expect(adapted).toContain(`{"dial":"${name}:8071"}`);
    expect(adapted).toContain('"uri":"/api/v1/health"');
  });
});

function canRunCaddy(): boolean {
  try {
    execFileSync('caddy', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
