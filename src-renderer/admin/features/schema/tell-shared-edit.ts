import type { JsonNode } from '../../../../src-server/json-schema/json-node';
import { fromPointer } from '../../../../src-server/json-schema/json-pointer';
import { definitionBehind } from '../../../shared/schema-edit/document-path';
import { referenceCount } from '../../../shared/schema-edit/reference-count';
import { toast } from '../../../ui/toast-store';

/** Definitions whose change was reported; once is enough while somebody works on one. */
const told = new Set<string>();

/** Says that an edit of a row changes a definition that other places refer to. */
export function tellSharedEdit(draft: string, root: JsonNode, pointer: string): void {
  const definition = definitionBehind(root, pointer)?.definition;
  const uses = definition === undefined ? 0 : referenceCount(root, definition);
  const key = `${draft} ${definition}`;
  if (definition === undefined || uses < 2 || told.has(key)) return;
  told.add(key);
  toast(`Changed the definition ${fromPointer(definition).at(-1)}: it applies in ${uses} places`);
}
