import type { ExportFormat } from '../../contract/event-type-export';
import { FIELDS_NAME } from '../../contract/public-catalog';

/**
 * An export as a file of the public catalog. What its search reads is a script, because a page that was opened from disk
 * may load nothing else.
 */
export function publicText(format: ExportFormat, text: Uint8Array): Uint8Array {
  return format === 'fields' ? Buffer.from(`var ${FIELDS_NAME} = ${Buffer.from(text)};\n`) : text;
}
