import { useQuery } from '@tanstack/react-query';
import { Choice } from '../../ui/choice';
import { useApiScope } from '../api-scope';
import type { EndpointDraft } from './endpoint-draft';
import type { OrderWords } from './order-words';

/** Attempts whose response time counts. */
const LAST_ATTEMPTS = 50;

interface OrderFieldProps {
  readonly appId: string;
  /** Null: a new endpoint. */
  readonly endpointId: string | null;
  readonly value: EndpointDraft['order'];
  readonly onChange: (order: EndpointDraft['order']) => void;
  readonly words: OrderWords;
}

/** Whether an endpoint gets its messages in order, and what that costs with its receiver. */
export function OrderField({ appId, endpointId, value, onChange, words }: OrderFieldProps) {
  const responseMs = useResponseMs(appId, endpointId);
  const hint = `${words.strictHint} ${priceOf(responseMs, words)}`;
  return (
    <Choice
      label={words.label}
      value={value}
      onChange={onChange}
      options={[
        { value: 'any', ...words.any },
        { value: 'strict', ...words.strict, hint },
      ]}
    />
  );
}

/** How many messages a second fit: one after the other, each as long as the receiver takes to respond. Null: not known. */
export function priceOf(
  responseMs: number | null,
  words: Pick<OrderWords, 'price' | 'priceUnknown'>,
): string {
  if (responseMs === null) return words.priceUnknown;
  const ms = Math.max(1, Math.round(responseMs));
  return words.price({ rate: Number((1000 / ms).toPrecision(2)), ms });
}

/** The median time of the latest responses, in milliseconds. Null: there is none. */
function useResponseMs(appId: string, endpointId: string | null): number | null {
  const { api, key } = useApiScope();
  const { data } = useQuery({
    queryKey: [...key, 'deliveries', 'response-time', appId, endpointId],
    queryFn: async ({ signal }) => {
      const { data } = await api.call(
        'GET /app/{app}/attempt/endpoint/{endpoint}',
        {
          path: { app: appId, endpoint: endpointId ?? '' },
          query: { limit: LAST_ATTEMPTS, with_content: false },
        },
        signal,
      );
      return medianOf(data.flatMap((a) => (a.responseStatusCode > 0 ? [a.responseDurationMs] : [])));
    },
    enabled: endpointId !== null,
  });
  return data ?? null;
}

function medianOf(times: readonly number[]): number | null {
  return [...times].sort((a, b) => a - b)[times.length >> 1] ?? null;
}
