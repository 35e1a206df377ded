/** The address of an application's endpoints in the API, or of one of them. */
export function endpointPath(appId: string, endpointId?: string): string {
  const all = `/app/${encodeURIComponent(appId)}/endpoint`;
  return endpointId === undefined ? all : `${all}/${encodeURIComponent(endpointId)}`;
}
