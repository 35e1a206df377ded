import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  notifyManager,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';

// A form forgets what was typed once it is saved: what it shows then must be what was saved, and not what was before.
notifyManager.setScheduler(queueMicrotask);

/**
 * The cache of the servers' answers. What is invalidated is read again also while it is being read for the first time:
 * that answer may be older than the change, and TanStack Query would take it for the newest.
 */
export class ResponseCache extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const first = this.getQueryCache()
      .findAll({ ...(filters as InvalidateQueryFilters | undefined), fetchStatus: 'fetching' })
      .filter(({ state }) => state.data === undefined);
    const again = first.map(({ queryKey, promise }) =>
      promise?.then(
        () => super.invalidateQueries({ queryKey, exact: true }, options),
        () => {}, // whoever wanted it shows why it failed
      ),
    );
    await Promise.all([super.invalidateQueries(filters, options), ...again]);
  }
}
