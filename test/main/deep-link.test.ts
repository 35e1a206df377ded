import { describe, expect, it } from 'vitest';
import { isLink, screenOfLink } from '../../src-main/deep-link';

describe('screenOfLink', () => {
  it.each([
    ['posthorn://open/event-types', 'catalog'],
    ['posthorn://open/event-types/invoice.paid', 'catalog/invoice.paid'],
    ['posthorn://open/apps/app_2x', 'apps/app_2x'],
    ['posthorn://open/apps/my-own.uid/', 'apps/my-own.uid'],
    ['POSTHORN://OPEN/apps', 'apps'],
    ['posthorn://open/apps/app_1/endpoints/ep_1', 'apps/app_1/endpoints/ep_1'],
    ['posthorn://open/apps/app_1/messages/msg_1', 'deliveries/messages/app_1/msg_1'],
    ['posthorn://open/attention', 'deliveries/attention'],
    ['posthorn://open/import', 'import'],
    ['posthorn://open/settings/desktop', 'settings/desktop'],
  ])('takes %s to a screen', (link, screen) => expect(screenOfLink(link)).toBe(screen));

  it.each([
    'posthorn://open',
    'posthorn://open/',
    'posthorn:open/apps',
    'posthorn://apps/app_1',
    'posthorn://open.evil.example/apps',
    'posthorn://me@open/apps',
    'posthorn://open:80/apps',
    'posthorn://open/apps?delete=app_1',
    'posthorn://open/apps#token=x',
    'posthorn://open/apps/..',
    'posthorn://open/apps/./endpoints/ep_1',
    'posthorn://open/apps/../settings/tokens',
    'posthorn://open/apps//endpoints/ep_1',
    'posthorn://open/apps/app_1/endpoints',
    'posthorn://open/apps/%2e%2e',
    'posthorn://open/apps/a b',
    'posthorn://open/apps/ä',
    'posthorn://open/apps/app_1\n',
    'posthorn://open/settings/tokens/new',
    'posthorn://open/delete/app_1',
    `posthorn://open/apps/${'a'.repeat(257)}`,
    `posthorn://open/${'a'.repeat(1_000)}`,
    'https://open/apps',
    '',
  ])('takes %j nowhere', (link) => expect(screenOfLink(link)).toBeNull());

  it('puts a name with a dollar or a digit nowhere else than in its place', () => {
    expect(screenOfLink('posthorn://open/apps/$2/endpoints/ep_1')).toBeNull();
    expect(screenOfLink('posthorn://open/apps/2/endpoints/1')).toBe('apps/2/endpoints/1');
  });
});

it('isLink tells a link from a file or a flag', () => {
  expect(['posthorn://x', 'Posthorn:x'].map(isLink)).toEqual([true, true]);
  expect(['api.json', '--posthorn://x', 'https://posthorn:1/'].map(isLink)).toEqual([false, false, false]);
});
