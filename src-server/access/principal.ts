import { CAPABILITIES, type Capability } from '../contract/access';

/** Who is asking, according to the bearer token of the request, or the log-in of the browser that sent it. */
export type Principal =
  /** The sender: everything. */
  | {
      readonly kind: 'admin';
      readonly tokenId: string | null;
      /** The log-in of the browser. Absent: the request carries a token. */
      readonly browserSessionId?: string;
      readonly expiresAt: number | null;
    }
  /** A read token of the sender, which sees unflagged event types and those with one of its flags. */
  | {
      readonly kind: 'reader';
      readonly tokenId: string;
      readonly featureFlags: readonly string[];
      readonly expiresAt: number | null;
    }
  /** A customer: one application, seen through the flags of the token. */
  | {
      readonly kind: 'portal';
      readonly tokenId: string;
      readonly appId: string;
      readonly featureFlags: readonly string[];
      readonly capabilities: readonly Capability[];
      readonly sessionId: string | null;
      /** The draft of the portal preview that it sees in place of the stored catalog. Null: none. */
      readonly draftId: string | null;
      /** Milliseconds since 1970. Null: never. */
      readonly expiresAt: number | null;
    };

/** What the principal may do in an application it may reach. */
export function capabilitiesOf(principal: Principal): readonly Capability[] {
  switch (principal.kind) {
    case 'admin':
      return CAPABILITIES;
    case 'reader':
      return ['ViewBase'];
    case 'portal':
      return principal.capabilities;
  }
}
