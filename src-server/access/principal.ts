import { CAPABILITIES, type Capability, type SharedPage } from '../contract/access';
import type { LimitedKind } from '../contract/token-kinds';

/** Who is asking, according to the bearer token of the request, or the log-in of the browser that sent it. */
export type Principal =
  /** The sender: everything. */
  | {
      readonly kind: 'admin';
      readonly tokenId: string | null;
      /** The log-in of the browser. Absent: the request carries a token. */
      readonly browserSessionId?: string;
      /** The SHA-256 of the body that the page has signed, in hexadecimal digits. Null or absent: it has signed none. */
      readonly bodyHash?: string | null;
      readonly expiresAt: number | null;
    }
  /** A token of the sender that may not do everything. */
  | {
      readonly kind: 'limited';
      readonly tokenKind: LimitedKind;
      readonly tokenId: string;
      /**
       * Of a reader: it sees unflagged event types and those with one of these flags, and only what customers may
       * see as well. Null: it sees all of them.
       */
      readonly featureFlags: readonly string[] | null;
      readonly browserSessionId?: string;
      readonly bodyHash?: string | null;
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
    }
  /** Whoever has a share link of the portal preview, or one of its frames: it reads what is shown there, and no more. */
  | {
      readonly kind: 'share';
      /** The id of the link. */
      readonly tokenId: string;
      readonly appId: string;
      /** The flags of the frame. Empty for the link itself, which reads no event types. */
      readonly featureFlags: readonly string[];
      readonly parts: readonly SharedPart[];
      /** Whether its event types are those copied for the link. False: the stored ones. */
      readonly isCopy: boolean;
      /** Milliseconds since 1970. */
      readonly expiresAt: number;
    }
  /** Whoever reads one polling endpoint with its token, and nothing else. */
  | {
      readonly kind: 'poller';
      readonly tokenId: string;
      readonly appId: string;
      readonly pollerId: string;
      /** None: it reads no event types. */
      readonly featureFlags: readonly string[];
      /** Milliseconds since 1970. Null: never. */
      readonly expiresAt: number | null;
    };

/** What can be read with a share link: the list of its frames, or, in a frame, a part of the portal. */
export type SharedPart = 'frames' | SharedPage;

/** What the principal may do in an application it may reach. */
export function capabilitiesOf(principal: Principal): readonly Capability[] {
  switch (principal.kind) {
    case 'admin':
      return CAPABILITIES;
    case 'limited':
    case 'share':
      return ['ViewBase'];
    case 'portal':
      return principal.capabilities;
    case 'poller':
      return [];
  }
}

/** The only application that a principal may know of. Null: it may know all of them. */
export function ownApplicationId(principal: Principal): string | null {
  return 'appId' in principal ? principal.appId : null;
}

/** The log-in of the browser that sent the request. Undefined: the request carries a token. */
export function browserSessionOf(principal: Principal): string | undefined {
  return 'browserSessionId' in principal ? principal.browserSessionId : undefined;
}

/** Whether it is one of the sender's people, to whom no event type is hidden. */
export function seesEverything(principal: Principal): boolean {
  return principal.kind === 'admin' || (principal.kind === 'limited' && principal.featureFlags === null);
}
