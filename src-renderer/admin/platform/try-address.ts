/** The query of the simulator that replays the arrivals of an endpoint under a limit (null: none). */
export function trySearch(
  traffic: { readonly appId: string; readonly endpointId: string; readonly window: 'hour' | 'minutes' },
  limit: number | null,
): string {
  const query = new URLSearchParams({
    traffic: 'recorded',
    app: traffic.appId,
    endpoint: traffic.endpointId,
    ...(traffic.window === 'minutes' ? { window: 'minutes' } : {}),
    limit: limit === null ? 'none' : String(limit),
  });
  return `?${query}`;
}
