import { expect, test } from 'vitest';
import {
  planEnvironment,
  readEnvironment,
  wayBack,
} from '../../../../src-renderer/admin/features/catalog/files/environment-plan';
import type { EnvironmentIn, EnvironmentOut } from '../../../../src-server/contract/environment';

const type = (name: string, description: string) => ({
  ...{ name, description, archived: false, deprecated: false, groupName: null, schemas: null },
  ...{ featureFlag: null, featureFlags: null, createdAt: '', updatedAt: '' },
});
const set = (letter: string, featureFlags: string[]) => ({
  letter,
  name: letter,
  colour: 'teal',
  featureFlags,
});
const before = {
  version: 1,
  createdAt: '',
  connectors: [],
  eventTypes: [type('same', 'a'), type('changed', 'a'), type('other', 'a')],
  settings: { displayName: 'Acme', customColor: null, enforceHttps: false },
  flagSets: [set('A', []), set('B', [])],
} as unknown as EnvironmentOut;

test('undoing an environment import restores what it changed and removes what it added, in one write', () => {
  const wanted = {
    eventTypes: [type('same', 'a'), type('changed', 'b'), type('added', 'b')],
    settings: { displayName: 'Acme', enforceHttps: true },
    flagSets: [set('A', ['beta']), set('B', []), set('C', [])],
  } as unknown as EnvironmentIn;
  expect(wayBack(planEnvironment(wanted, before), before)).toEqual({
    eventTypes: [type('changed', 'a')],
    settings: { enforceHttps: false },
    flagSets: [set('A', [])],
    remove: { eventTypes: ['added'], flagSets: ['C'] },
  });
});

test('a file of another version of the format is not read as an environment', () => {
  expect(() => readEnvironment('{"version":99,"eventTypes":[]}')).toThrow('has version 99');
  expect(readEnvironment('{"version":1,"eventTypes":[]}')).toEqual({ version: 1, eventTypes: [] });
  expect(readEnvironment('{"eventTypes":[]}')).toEqual({ eventTypes: [] });
});
