import { unavailable } from '../../errors.ts';
import type { Verifier } from '../../index.ts';

/** Seconds after which a caller may find the service warm. */
const RETRY_AFTER_SECONDS = 5;

/** What the server knows of itself: no verifier yet, one that is warm, or on its way out. */
export class Readiness {
  #verifier: Verifier | undefined;
  #draining = false;

  get draining(): boolean {
    return this.#draining;
  }

  /** The verifier once it is warm; `/info` shows what is known of it. */
  get warmVerifier(): Verifier | undefined {
    return this.#verifier;
  }

  ready(verifier: Verifier): void {
    this.#verifier = verifier;
  }

  /** From here on no new traffic is asked for; requests that come nevertheless are answered. */
  drain(): void {
    this.#draining = true;
  }

  /** Why no claim will be verified any more by this process; undefined while all is well. */
  get fault(): string | undefined {
    return this.#verifier?.fault;
  }

  /** Throws `service_unavailable` until the model is warm, and once it is lost. */
  verifier(): Verifier {
    if (this.#verifier === undefined) {
      throw unavailable('The model is still being loaded; try again shortly.', RETRY_AFTER_SECONDS);
    }
    if (this.fault !== undefined) throw unavailable(this.fault, RETRY_AFTER_SECONDS);
    return this.#verifier;
  }

  get isReady(): boolean {
    return this.#verifier !== undefined && this.fault === undefined && !this.#draining;
  }

  /** Throws `service_unavailable` with the reason why no traffic should come. */
  assertReady(): void {
    if (this.#draining) throw unavailable('The service is shutting down.', RETRY_AFTER_SECONDS);
    this.verifier();
  }
}
