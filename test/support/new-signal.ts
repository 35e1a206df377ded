/** What a test waits for until it gives the sign itself. */
export function newSignal(): [given: Promise<void>, give: () => void] {
  let give = () => {};
  const given = new Promise<void>((done) => {
    give = done;
  });
  return [given, give];
}
