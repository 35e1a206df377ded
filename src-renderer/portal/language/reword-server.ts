import { SERVER_TEXTS } from '../../../src-server/contract/portal-texts/english/server';
import { compileTexts, type TextSource } from '../../../src-server/portal-texts/compile-texts';
import { type Reword, rewording } from '../../../src-server/portal-texts/rewording';

/** Says what the server says in English in another language. A file of its own: a portal in English needs none of it. */
export function rewordServer(locale: string, sources: readonly TextSource[]): Reword {
  return rewording(SERVER_TEXTS, compileTexts({ server: SERVER_TEXTS }, locale, sources).server);
}
