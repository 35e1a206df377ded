import * as access from '../../contract/access';
import * as application from '../../contract/application';
import * as attempt from '../../contract/attempt';
import * as connection from '../../contract/connection';
import * as endpoint from '../../contract/endpoint';
import * as error from '../../contract/error';
import * as eventType from '../../contract/event-type';
import * as explanation from '../../contract/explanation';
import * as health from '../../contract/health';
import * as message from '../../contract/message';
import * as openapiImport from '../../contract/openapi-import';
import * as pace from '../../contract/pace';
import * as receiver from '../../contract/receiver';
import * as sample from '../../contract/sample';
import * as settings from '../../contract/settings';
import * as targetConsent from '../../contract/target-consent';
import * as traffic from '../../contract/traffic';
import { messageBodySchema } from '../message-input';

const MODULES: readonly Readonly<Record<string, unknown>>[] = [
  access,
  application,
  attempt,
  connection,
  endpoint,
  error,
  eventType,
  explanation,
  health,
  message,
  openapiImport,
  pace,
  receiver,
  sample,
  settings,
  targetConsent,
  traffic,
];

/**
 * What the schemas of the contract are called in the description, by the schema itself: `endpointOutSchema` is
 * `EndpointOut`. One that is exported twice has its first name.
 */
export function schemaNames(): ReadonlyMap<object, string> {
  const names = new Map<object, string>();
  for (const module of MODULES) {
    for (const [name, value] of Object.entries(module)) {
      if (!name.endsWith('Schema') || typeof value !== 'object' || value === null || names.has(value))
        continue;
      names.set(value, pascalCase(name.slice(0, -'Schema'.length)));
    }
  }
  // What is really accepted: the contract's message, and the other spellings that official clients send.
  names.delete(message.messageInSchema);
  return names.set(messageBodySchema, 'MessageIn');
}

function pascalCase(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
