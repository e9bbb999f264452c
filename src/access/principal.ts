import type { SubscriptionStatus } from '../contract/records.ts';
import type { RateLimit } from './rate-limiter.ts';

/** The owner of a valid key. A revoked, expired or unknown key has no principal. */
export interface Principal extends RateLimit {
  readonly keyId: string;
  readonly keyName: string;
  readonly status: SubscriptionStatus;
  /** Id under which requests are counted: the same for all keys of a rotation group. `keyId` when absent. */
  readonly rateLimitId?: string;
  /** Of the key; absent only where keys have none. */
  readonly customerId?: string;
}

export interface AuthenticateOptions {
  /** Do not query the store for a key that was not valid when it was last read; such a key has no owner. */
  readonly onlyKnown?: boolean;
}

/** Rejects with `service_unavailable` when the store is unreachable: it never lets a request pass. */
export interface KeyAuthenticator {
  authenticate(key: string, options?: AuthenticateOptions): Promise<Principal | undefined>;
}
