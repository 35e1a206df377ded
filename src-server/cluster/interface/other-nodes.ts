import type { DelayedEndpoint, EndpointFlow } from '../../contract/endpoint-state';
import type { DeliveryStateOut } from '../../contract/traffic';
import type { ExplainedMessage } from '../../delivery/explain/explain-message';
import type { TrafficSum } from '../../storage/messages/traffic-store';

/** A minute of an application, as far as the database does not know it yet. */
export interface ApplicationMinute extends TrafficSum {
  readonly applicationId: string;
}

/** What waits for an endpoint. */
export interface QueueGlance {
  readonly endpointId: string;
  readonly waiting: number;
  /** As in the pace of the endpoint. */
  readonly heldForMs: number | null;
  /** Null: there is no such endpoint. */
  readonly flow: EndpointFlow | null;
}

/** Which message is to be explained, and where. */
export interface ExplainQuestion {
  readonly applicationId: string;
  readonly messageId: string;
  readonly endpointIds: readonly string[];
  readonly exact: boolean;
}

/**
 * What other nodes that share the database know about the endpoints that they send to. Each is asked at once. One that
 * does not answer within two seconds is left out, and nothing here ever fails.
 */
export interface OtherNodes {
  /** Whether another node sends to the endpoint, or none at the moment: this one knows only what is stored. */
  sendsElsewhere(endpointId: string): boolean;
  /** The states of the endpoints of each node that answered; `covers` says whose endpoints are in them. */
  deliveryStates(): Promise<{
    readonly states: readonly DeliveryStateOut[];
    covers(endpointId: string): boolean;
  }>;
  /** The endpoints for which what is due waits for long: of each node the 2,000 with the longest wait. */
  delayed(): Promise<readonly DelayedEndpoint[]>;
  /** Minutes in this range of seconds since 1970; one application may have several for the same time. */
  minutes(
    applicationIds: readonly string[],
    sinceS: number,
    untilS: number,
  ): Promise<readonly ApplicationMinute[]>;
  /** By endpoint. */
  queues(endpointIds: readonly string[]): Promise<ReadonlyMap<string, QueueGlance>>;
  /** By endpoint. */
  explain(question: ExplainQuestion): Promise<ReadonlyMap<string, ExplainedMessage>>;
}
