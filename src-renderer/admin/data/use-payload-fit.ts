import { useMutation, useQuery } from '@tanstack/react-query';
import type { PayloadCheckOut } from '../../../src-server/contract/payload-check';
import type { SchemaReportListOut } from '../../../src-server/contract/schema-report';
import { ApiFailure } from '../../api/api-failure';
import { useInstance } from '../platform/instance';
import type { CatalogApi } from '../platform/working-copy/catalog-api';

/** Refetch intervals: while newer messages are being checked, and otherwise while the list is visible. */
const SOON_MS = 1500;
const LATER_MS = 60_000;

/** Checks whether a payload matches the schema of an event type as it is edited. */
export function useCheckPayload(name: string): (payload: unknown) => Promise<PayloadCheckOut> {
  const { catalog } = useInstance();
  return (payload) => checkPayload(catalog, name, payload);
}

/** The same, repeated whenever the payload or the schema changes; idle while `payload` is undefined. */
export function usePayloadVerdict(name: string, payload: unknown, schemaVersion: string) {
  const { catalog } = useInstance();
  return useVerdict(catalog, ['verdict', name, schemaVersion], payload);
}

/** The same against the schema that the instance serves, for payloads that were sent. */
export function useServedVerdict(name: string, payload: unknown, schemaVersion: string) {
  const { api } = useInstance();
  return useVerdict(api, ['served verdict', name, schemaVersion], payload);
}

function useVerdict(
  api: CatalogApi,
  [what, name, schemaVersion]: readonly [what: string, name: string, schemaVersion: string],
  payload: unknown,
) {
  const { id } = useInstance();
  return useQuery({
    queryKey: [id, 'catalog', what, name, schemaVersion, payload],
    queryFn: () => checkPayload(api, name, payload),
    enabled: payload !== undefined,
    gcTime: 30_000,
  });
}

function checkPayload(api: CatalogApi, name: string, payload: unknown): Promise<PayloadCheckOut> {
  return api.call('POST /event-type/{name}/check-payload', { path: { name }, body: { payload } });
}

/** How well the newest payloads match. An instance that knows no reports has none. */
export function useSchemaReport(name: string, schemaVersion: string) {
  const { id, api } = useInstance();
  return useQuery({
    queryKey: [id, 'catalog', 'report', name, schemaVersion],
    queryFn: async ({ signal }) => {
      try {
        return await api.call('GET /event-type/{name}/schema-report', { path: { name } }, signal);
      } catch (cause) {
        if (cause instanceof ApiFailure && cause.status === 404) return null;
        throw cause;
      }
    },
  });
}

/** How many payloads did not match, by event type; only types with such payloads. */
export function useViolationCounts(): ReadonlyMap<string, number> | undefined {
  const { id, api } = useInstance();
  const reports = useQuery({
    queryKey: [id, 'catalog', 'reports'],
    queryFn: ({ signal }) => api.call('GET /event-type/schema/reports', {}, signal),
    select: violationsByName,
    refetchInterval: ({ state }) => (state.error ? false : state.data?.isChecking ? SOON_MS : LATER_MS),
    retry: false,
  });
  return reports.data;
}

function violationsByName({ data }: SchemaReportListOut): ReadonlyMap<string, number> {
  return new Map(
    data.filter(({ violating }) => violating > 0).map(({ name, violating }) => [name, violating]),
  );
}

/** Sends a payload as a test: to one endpoint, or (`endpointId` empty) to every endpoint that receives the type. */
export function useSendTest(eventType: string) {
  const { api } = useInstance();
  return useMutation({
    mutationFn: ({ appId, endpointId, payload }: SendTest) =>
      endpointId === ''
        ? api.call('POST /app/{app}/msg', { path: { app: appId }, body: { eventType, payload } })
        : api.call('POST /app/{app}/endpoint/{endpoint}/send-example', {
            path: { app: appId, endpoint: endpointId },
            body: {
              eventType,
              payload,
            },
          }),
  });
}

interface SendTest {
  readonly appId: string;
  readonly endpointId: string;
  readonly payload: unknown;
}
