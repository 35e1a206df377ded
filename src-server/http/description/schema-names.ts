import * as access from '../../contract/access';
import * as application from '../../contract/application';
import * as attempt from '../../contract/attempt';
import * as backgroundTask from '../../contract/background-task';
import * as cancellation from '../../contract/cancellation';
import * as connection from '../../contract/connection';
import * as endpoint from '../../contract/endpoint';
import * as endpointExample from '../../contract/endpoint-example';
import * as environment from '../../contract/environment';
import * as error from '../../contract/error';
import * as eventType from '../../contract/event-type';
import * as explanation from '../../contract/explanation';
import * as health from '../../contract/health';
import * as integration from '../../contract/integration';
import * as message from '../../contract/message';
import * as openapiImport from '../../contract/openapi-import';
import * as operationalWebhook from '../../contract/operational-webhook';
import * as pace from '../../contract/pace';
import * as portalSession from '../../contract/portal-session';
import * as rateLimitStatus from '../../contract/rate-limit-status';
import * as receiver from '../../contract/receiver';
import * as replay from '../../contract/replay';
import * as sample from '../../contract/sample';
import * as settings from '../../contract/settings';
import * as targetConsent from '../../contract/target-consent';
import * as traffic from '../../contract/traffic';
import * as usageStatistics from '../../contract/usage-statistics';
import { messageBodySchema } from '../message-input';

const MODULES: readonly Readonly<Record<string, unknown>>[] = [
  access,
  application,
  attempt,
  backgroundTask,
  cancellation,
  connection,
  endpoint,
  endpointExample,
  environment,
  error,
  eventType,
  explanation,
  health,
  integration,
  message,
  openapiImport,
  operationalWebhook,
  pace,
  portalSession,
  rateLimitStatus,
  receiver,
  replay,
  sample,
  settings,
  targetConsent,
  traffic,
  usageStatistics,
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
