import { describe, expect, it } from 'vitest';
import {
  type ShownFrames,
  shareRequest,
  whyNotShared,
} from '../../../../src-renderer/admin/features/preview/share/share-request';
import { createValidator } from '../../../../src-server/base/validate';
import { shareLinkInSchema } from '../../../../src-server/contract/share-link';
import { setOf } from './preview-fixtures';

const shown: ShownFrames = {
  frames: [setOf('A'), setOf('B', 'beta')].map((set) => ({ key: set.letter, set, theme: 'dark' })),
  appId: 'app_1',
  page: '/catalog',
  widthPx: 834,
  source: 'Stored',
  draftId: 'draft_1',
};

describe('the request for a share link', () => {
  it('a share link request contains what the frames show, in the form the server accepts', () => {
    const body = shareRequest(shown, '  Billing ', '30');
    expect(() => createValidator().body(shareLinkInSchema)(body)).not.toThrow();
    expect(body).toMatchObject({ title: 'Billing', page: '/catalog', widthPx: 834, expiry: 2_592_000 });
    expect(body.frames.map(({ letter, theme }) => `${letter} ${theme}`)).toEqual(['A dark', 'B dark']);
    expect(shareRequest(shown, ' ', '1').title).toBeNull();
  });

  it('a share link contains the draft only if the frames show it', () => {
    expect(shareRequest(shown, '', '1').previewDraftId).toBeNull();
    const drafted = shareRequest({ ...shown, source: 'Draft' }, '', '1');
    expect(drafted.previewDraftId).toBe('draft_1');
    expect(drafted.frames.every(({ isDraft }) => isDraft)).toBe(true);
    expect(shareRequest({ ...shown, source: 'Working copy' }, '', '1').previewDraftId).toBe('draft_1');
    const dated = shareRequest({ ...shown, source: 'As of 1 Dec, 09:00' }, '', '1');
    expect(dated.previewDraftId).toBe('draft_1');
  });

  it('a page that cannot be shared is refused with the reason, before any request', () => {
    expect(whyNotShared(shown)).toBeNull();
    expect(whyNotShared({ ...shown, page: '/catalog/invoice.paid' })).toBeNull();
    expect(whyNotShared({ ...shown, page: '/endpoints' })).toBeNull();
    for (const page of ['/messages', '/endpoints/new', '/endpoints/ep_1', '/messages/msg_1'])
      expect(whyNotShared({ ...shown, page })).toMatch(/can be shared/);
    expect(whyNotShared({ ...shown, draftId: null })).toBeNull();
    expect(whyNotShared({ ...shown, source: 'Draft', draftId: null })).toMatch(/still being sent/);
  });
});
