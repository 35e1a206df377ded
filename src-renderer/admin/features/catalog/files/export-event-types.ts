import type { EventTypeOut } from '../../../../../src-server/contract/event-type';
import type { TypesFormat } from '../../../../../src-server/contract/event-type-export';
import type { ListedEventType } from '../../../../../src-server/contract/event-type-summary';
import { stringifyOrdered } from '../../../../../src-server/json-schema/ordered-json';
import type { ApiClient } from '../../../../api/api-client';
import { listAll } from '../../../../api/list-all';
import { saveTypes } from '../../../../shared/event-types/save-types';
import { saveFile } from '../../../../shared/save-file';
import { toast } from '../../../../ui/toast-store';
import type { CatalogApi } from '../../../platform/working-copy/catalog-api';
import { typesLabel } from '../bulk-labels';
import { catalogAsCsv } from './catalog-csv';

/** Saves event types as CSV, without their schemas. */
export function exportCsv(types: readonly ListedEventType[]): void {
  saveFile(catalogAsCsv(types), 'event-types.csv', 'text/csv;charset=utf-8');
  toast(`Saved ${typesLabel(types.length)} in event-types.csv`);
}

/** Saves event types with their schemas, in the form that an environment is imported from. */
export async function exportJson(api: CatalogApi, types: readonly ListedEventType[]): Promise<void> {
  const names = new Set(types.map(({ name }) => name));
  try {
    const query = { include_archived: true, with_content: true };
    const eventTypes = await listAll(api, 'GET /event-type', { query });
    const chosen = eventTypes.filter(({ name }) => names.has(name)).map(asInput);
    saveFile(json({ eventTypes: chosen }), 'event-types.json', 'application/json');
    toast(`Saved ${typesLabel(chosen.length)} in event-types.json`);
  } catch (cause) {
    toast(`Nothing was saved: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

/** Saves all event types and settings of an instance. */
export async function exportEnvironment(api: ApiClient): Promise<void> {
  try {
    const environment = await api.call('POST /environment/export');
    saveFile(json(environment), 'environment.json', 'application/json');
    toast(`Saved ${typesLabel(environment.eventTypes.length)} and all settings in environment.json`);
  } catch (cause) {
    toast(`Nothing was saved: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

/** Saves the event types of an instance in a form that other programs read. */
export async function exportTypes(api: ApiClient, format: TypesFormat): Promise<void> {
  try {
    toast(`Saved the event types in ${await saveTypes(api, format)}`);
  } catch (cause) {
    toast(`Nothing was saved: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

/** An event type as input, without its times and the older spelling of its flags. */
export function asInput(type: EventTypeOut) {
  const { createdAt: _created, updatedAt: _updated, featureFlag: _older, ...input } = type;
  return input;
}

function json(value: unknown): string {
  return `${stringifyOrdered(value, 2)}\n`;
}
