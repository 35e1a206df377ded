import { parseRateLimit, RATE_LIMIT_RULE } from '../../../shared/endpoint/rate-limit';

/** What is simulated, as in the address; every value is text, and empty means the default. */
export interface ChoiceTexts {
  /** `burst`, `steady` or `recorded`. */
  readonly traffic: string;
  readonly base: string;
  readonly height: string;
  readonly length: string;
  readonly rate: string;
  /** Seconds of steady traffic. */
  readonly for: string;
  readonly app: string;
  readonly endpoint: string;
  /** `hour` or `minutes`. */
  readonly window: string;
  /** Messages per second, or `none`. */
  readonly limit: string;
  /** A second limit to compare with, or `none`; empty: no comparison. */
  readonly other: string;
  /** How long the receiver takes to answer, in ms. */
  readonly latency: string;
}

export const CHOICE_NAMES = [
  'traffic',
  'base',
  'height',
  'length',
  'rate',
  'for',
  'app',
  'endpoint',
  'window',
  'limit',
  'other',
  'latency',
] as const satisfies readonly (keyof ChoiceTexts)[];

/** The defaults for empty texts. */
export const USUAL: ChoiceTexts = {
  traffic: 'burst',
  base: '50',
  height: '5000',
  length: '1',
  rate: '300',
  for: '300',
  app: '',
  endpoint: '',
  window: 'hour',
  limit: '250',
  other: '',
  latency: '50',
};

export type TrafficChoice =
  | { readonly kind: 'burst'; readonly base: number; readonly perSecond: number; readonly seconds: number }
  | { readonly kind: 'steady'; readonly perSecond: number; readonly seconds: number }
  | {
      readonly kind: 'recorded';
      readonly appId: string;
      readonly endpointId: string;
      readonly window: RecordedWindow;
    };
type RecordedWindow = 'hour' | 'minutes';

export interface SimulatorChoice {
  readonly traffic: TrafficChoice;
  /** Messages per second; null: none. One, or two to compare. */
  readonly limits: readonly (number | null)[];
  readonly latencyMs: number;
}

/** What is wrong with a text, by its name. */
export type ChoiceFaults = Partial<Record<keyof ChoiceTexts, string>>;

/** The longest simulation, in seconds, and the highest rate of arrivals or limit per second. */
export const LONGEST_S = 3600;
const MOST_PER_S = 65_535;
const LONGEST_RESPONSE_MS = 30_000;

/** Parses the texts. `choice` is null while a relevant one is invalid, or no endpoint is chosen. */
export function readChoice(texts: ChoiceTexts): {
  readonly choice: SimulatorChoice | null;
  readonly faults: ChoiceFaults;
} {
  const faults: ChoiceFaults = {};
  const wholeNumber = (name: keyof ChoiceTexts, least: number, most: number): number => {
    const text = (texts[name] || USUAL[name]).trim();
    const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    faults[name] = `Enter a whole number from ${least} to ${most.toLocaleString('en')}.`;
    return least;
  };
  const limitOf = (name: 'limit' | 'other'): number | null => {
    const text = texts[name] || USUAL[name];
    const limit = text === 'none' ? null : parseRateLimit(text);
    if (limit === undefined) faults[name] = RATE_LIMIT_RULE;
    return limit ?? null;
  };
  const traffic = trafficOf(texts, wholeNumber);
  const limits = texts.other === '' ? [limitOf('limit')] : [limitOf('limit'), limitOf('other')];
  const latencyMs = wholeNumber('latency', 0, LONGEST_RESPONSE_MS);
  const isWhole =
    Object.keys(faults).length === 0 && (traffic.kind !== 'recorded' || traffic.endpointId !== '');
  return { choice: isWhole ? { traffic, limits, latencyMs } : null, faults };
}

function trafficOf(
  texts: ChoiceTexts,
  wholeNumber: (name: keyof ChoiceTexts, least: number, most: number) => number,
): TrafficChoice {
  const kind = texts.traffic || USUAL.traffic;
  if (kind === 'steady') {
    return { kind, perSecond: wholeNumber('rate', 1, MOST_PER_S), seconds: wholeNumber('for', 1, LONGEST_S) };
  }
  if (kind === 'recorded') {
    const window = texts.window === 'minutes' ? 'minutes' : 'hour';
    return { kind, appId: texts.app, endpointId: texts.endpoint, window };
  }
  return {
    kind: 'burst',
    base: wholeNumber('base', 0, MOST_PER_S),
    perSecond: wholeNumber('height', 1, MOST_PER_S),
    seconds: wholeNumber('length', 1, LONGEST_S),
  };
}
