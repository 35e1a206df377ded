/** The tokens that a canvas needs, as colours it understands. */
export interface ChartColors {
  readonly text: string;
  readonly muted: string;
  readonly hairline: string;
  readonly arrivals: string;
  readonly arrivalsGround: string;
  readonly delivered: string;
  /** A color at 12 %, to be drawn over the page. */
  readonly deliveredTint: string;
  readonly waiting: string;
  readonly waitingTint: string;
  readonly failed: string;
  readonly failedGround: string;
  readonly failedTint: string;
  readonly inFlight: string;
  readonly selected: string;
  readonly accent: string;
}

let known: ChartColors | null = null;
const listeners = new Set<() => void>();
let isListening = false;

/** The colours of the current theme. A custom property contains both themes; only a real property is resolved. */
export function chartColors(): ChartColors {
  known ??= readColors();
  listenOnce();
  return known;
}

/** Calls back when the theme has changed. @returns unsubscribes */
export function onThemeChange(listener: () => void): () => void {
  listenOnce();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function readColors(): ChartColors {
  const probe = document.createElement('span');
  document.body.append(probe);
  const read = (token: string) => {
    probe.style.color = `var(--${token})`;
    return getComputedStyle(probe).color;
  };
  const tint = (token: string) => {
    probe.style.color = `color-mix(in srgb, var(--${token}) 12%, transparent)`;
    return getComputedStyle(probe).color;
  };
  const colors = {
    text: read('text'),
    muted: read('muted'),
    hairline: read('hairline'),
    arrivals: read('text'),
    arrivalsGround: read('hairline'),
    delivered: read('delivered'),
    deliveredTint: tint('delivered'),
    waiting: read('waiting'),
    waitingTint: tint('waiting'),
    failed: read('failed'),
    failedGround: read('failed-tint'),
    failedTint: tint('failed'),
    inFlight: read('in-flight'),
    selected: read('selected'),
    accent: read('accent'),
  };
  probe.remove();
  return colors;
}

function listenOnce(): void {
  if (isListening) return;
  isListening = true;
  const changed = () => {
    known = null;
    for (const listener of listeners) listener();
  };
  for (const query of ['(prefers-color-scheme: dark)', '(forced-colors: active)']) {
    matchMedia(query).addEventListener('change', changed);
  }
  new MutationObserver(changed).observe(document.documentElement, { attributeFilter: ['data-theme'] });
}
