import * as access from '../../contract/access';
import * as application from '../../contract/application';
import * as attempt from '../../contract/attempt';
import * as backgroundTask from '../../contract/background-task';
import * as cancellation from '../../contract/cancellation';
import * as connection from '../../contract/connection';
import * as dataFolder from '../../contract/data-folder';
import * as diagnostics from '../../contract/diagnostics';
import * as endpoint from '../../contract/endpoint';
import * as endpointExample from '../../contract/endpoint-example';
import * as endpointTransformation from '../../contract/endpoint-transformation';
import * as environment from '../../contract/environment';
import * as error from '../../contract/error';
import * as eventType from '../../contract/event-type';
import * as eventTypeBulk from '../../contract/event-type-bulk';
import * as eventTypeHistory from '../../contract/event-type-history';
import * as eventTypeSummary from '../../contract/event-type-summary';
import * as eventTypeUsage from '../../contract/event-type-usage';
import * as explanation from '../../contract/explanation';
import * as flagSet from '../../contract/flag-set';
import * as fleet from '../../contract/fleet';
import * as health from '../../contract/health';
import * as importClash from '../../contract/import-conflict';
import * as importPlan from '../../contract/import-plan';
import * as importProgress from '../../contract/import-progress';
import * as importReceipt from '../../contract/import-receipt';
import * as integration from '../../contract/integration';
import * as liveEvent from '../../contract/live-event';
import * as message from '../../contract/message';
import { messageBodySchema } from '../../contract/message-body';
import * as openapiImport from '../../contract/openapi-import';
import * as operationalWebhook from '../../contract/operational-webhook';
import * as pace from '../../contract/pace';
import * as payloadCheck from '../../contract/payload-check';
import * as portalLook from '../../contract/portal-look';
import * as portalSession from '../../contract/portal-session';
import * as publicPage from '../../contract/public-page';
import * as rateLimitStatus from '../../contract/rate-limit-status';
import * as receiver from '../../contract/receiver';
import * as replay from '../../contract/replay';
import * as sample from '../../contract/sample';
import * as schemaCheck from '../../contract/schema-check';
import * as schemaReport from '../../contract/schema-report';
import * as serverProof from '../../contract/server-proof';
import * as service from '../../contract/service';
import * as settings from '../../contract/settings';
import * as sync from '../../contract/sync';
import * as targetConsent from '../../contract/target-consent';
import * as traffic from '../../contract/traffic';
import * as usageStatistics from '../../contract/usage-statistics';
import * as workingCopy from '../../contract/working-copy';

const MODULES: readonly Readonly<Record<string, unknown>>[] = [
  access,
  application,
  attempt,
  backgroundTask,
  cancellation,
  connection,
  dataFolder,
  diagnostics,
  endpoint,
  endpointExample,
  endpointTransformation,
  environment,
  error,
  eventType,
  eventTypeBulk,
  eventTypeHistory,
  eventTypeSummary,
  eventTypeUsage,
  explanation,
  flagSet,
  fleet,
  health,
  importClash,
  importPlan,
  importProgress,
  importReceipt,
  integration,
  liveEvent,
  message,
  openapiImport,
  operationalWebhook,
  pace,
  payloadCheck,
  portalLook,
  portalSession,
  publicPage,
  rateLimitStatus,
  receiver,
  replay,
  sample,
  schemaCheck,
  schemaReport,
  serverProof,
  service,
  settings,
  sync,
  targetConsent,
  traffic,
  usageStatistics,
  workingCopy,
];

/**
 * The names of the contract's schemas in the description, by the schema itself: `endpointOutSchema` is `EndpointOut`.
 * One that is exported twice has its first name.
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
  // What is really accepted: the contract's message, plus the other spellings that official clients send.
  names.delete(message.messageInSchema);
  return names.set(messageBodySchema, 'MessageIn');
}

function pascalCase(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
