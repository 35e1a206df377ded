/**
 * Continues once a change has been made, such as by closing the sheet that asked for it:
 * `whenDone(save.mutateAsync(draft), onClose)`. Not a callback given to `mutate`: those are dropped when the calling
 * component unmounts, which is common, because the lists it is in are refetched before the response is passed on. The
 * `error` of the mutation shows a failure, so nothing is done about it here.
 */
export function whenDone<T>(pending: Promise<T>, act: (value: T) => unknown): void {
  void pending.then(act, () => undefined);
}
