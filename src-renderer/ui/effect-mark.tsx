import type { ChangeEffect } from '../../src-server/json-schema/schema-change-rules';
import { type StatusLook, StatusMark } from './status-mark';

const LOOK: Record<ChangeEffect | 'none', StatusLook & { readonly word: string }> = {
  breaking: { word: 'Breaking', tone: 'failed', glyph: 'M5 5l6 6M11 5l-6 6' },
  unclear: { word: 'Unclear', tone: 'waiting', glyph: 'M6 6.2a2 2 0 1 1 2.7 1.9c-.5.2-.7.5-.7 1M8 11.4v.2' },
  compatible: { word: 'Compatible', tone: 'delivered', glyph: 'M4 8.5 7 11.5 12.5 5' },
  none: { word: 'Catalog only', tone: 'neutral', glyph: 'M4.5 8h7' },
};

/** The effect of a change on receivers: glyph, word and color say the same. Null: no message changes. */
export function EffectMark({ effect }: { readonly effect: ChangeEffect | null }) {
  const look = LOOK[effect ?? 'none'];
  return <StatusMark look={look}>{look.word}</StatusMark>;
}
