/**
 * Goes on when a change was made, such as by closing the sheet that asked for it: `whenDone(save.mutateAsync(draft),
 * onClose)`. Not a callback given to `mutate`: those are dropped when the component that asked has left the page, which
 * it often has, since the lists it stands in are read anew before the answer is passed on. What failed is shown by the
 * `error` of the mutation, so nothing is to be done about it here.
 */
export function whenDone<T>(answer: Promise<T>, act: (value: T) => void | Promise<void>): void {
  void answer.then(act, () => undefined);
}
