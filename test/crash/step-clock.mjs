// Preloaded into a server (`node --import`): SIGUSR2 sets its wall clock forward by 13 hours, longer than anything is kept
// for repeats, and the next one back by 26.
const now = Date.now.bind(Date);
const STEPS_MS = [13 * 3_600_000, -26 * 3_600_000];
let offsetMs = 0;
process.on('SIGUSR2', () => {
  offsetMs += STEPS_MS.shift() ?? 0;
  console.error(`wall clock set to ${new Date(Date.now()).toISOString()}`);
});
Date.now = () => now() + offsetMs;
