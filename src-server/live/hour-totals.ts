import type { AllEndpointStore, HourSum } from '../storage/messages/all-endpoint-store';
import type { Traffic } from './traffic';

const HOUR_S = 3600;
/** The newest hours, which are read each time: a minute is written soon after it has ended, on any node. */
const NEWEST = 2;

interface HourTotalsParts {
  readonly traffic: Pick<Traffic, 'unwritten'>;
  readonly allEndpoints: Pick<AllEndpointStore, 'hours'>;
}

/** The attempts of all endpoints, hour by hour. Hours that do not change any more are read once. */
export class HourTotals {
  readonly #parts: HourTotalsParts;
  #past: { readonly sinceS: number; readonly hours: Promise<HourSum[]> } | null = null;

  constructor(parts: HourTotalsParts) {
    this.#parts = parts;
  }

  /**
   * What ended in these hours, several parts for the same hour. What other nodes have measured is included when they have
   * written it, which they do each minute.
   * @param sinceS beginning of the first, seconds since 1970
   * @param count how many hours, the current one included
   */
  async read(sinceS: number, count: number, endpointIds: ReadonlySet<string>): Promise<HourSum[]> {
    const { traffic, allEndpoints } = this.#parts;
    const newestS = sinceS + (count - NEWEST) * HOUR_S;
    const untilS = sinceS + count * HOUR_S;
    const [past, newest] = await Promise.all([
      this.#readPast(sinceS, newestS),
      allEndpoints.hours(newestS, untilS),
    ]);
    const unwritten = traffic.unwritten(endpointIds, sinceS, untilS - 1);
    return [
      ...past,
      ...newest.map(({ hour, ...sums }) => ({ ...sums, hour: hour + count - NEWEST })),
      ...unwritten.map(({ at, succeeded, failed }) => ({
        ...{ succeeded, failed },
        hour: Math.floor((at - sinceS) / HOUR_S),
      })),
    ];
  }

  #readPast(sinceS: number, untilS: number): Promise<HourSum[]> {
    if (this.#past?.sinceS !== sinceS) {
      const past = { sinceS, hours: this.#parts.allEndpoints.hours(sinceS, untilS) };
      this.#past = past;
      // The next one reads again.
      past.hours.catch(() => {
        if (this.#past === past) this.#past = null;
      });
    }
    return this.#past.hours;
  }
}
