import type { LostWay } from '../connection/own-fault';

/** That this computer had no way out when it last sent to an endpoint. */
export interface NetworkLoss {
  readonly lost: LostWay;
  /** When it was met, on the monotonic clock. */
  readonly metAtUs: number;
  /** When the endpoint last tried, or was given the chance. */
  triedAtUs: number;
}
