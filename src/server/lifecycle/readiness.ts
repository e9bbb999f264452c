import type { StoreName } from '../../access/index.ts';
import { ServiceError, unavailable } from '../../contract/errors.ts';
import type { Verifier } from '../../index.ts';

/** Seconds after which a client should ask again. */
const RETRY_AFTER_SECONDS = 5;

/** Why a request before the models are warm is refused, in log and metrics. */
export const LOADING = 'loading';

/** The state of the service: loading its models, ready, draining, or with an unusable verifier. */
export class Readiness {
  #verifier: Verifier | undefined;
  #draining = false;
  #neededButLost: () => readonly StoreName[] = () => [];

  get draining(): boolean {
    return this.#draining;
  }

  get warmVerifier(): Verifier | undefined {
    return this.#verifier;
  }

  ready(verifier: Verifier): void {
    this.#verifier = verifier;
  }

  /** From now on the readiness probe fails while `neededButLost` names a store; requests are still answered. */
  requireStores(neededButLost: () => readonly StoreName[]): void {
    this.#neededButLost = neededButLost;
  }

  drain(): void {
    this.#draining = true;
  }

  /** The reason why this process cannot verify claims any more; undefined while it can. */
  get fault(): string | undefined {
    return this.#verifier?.fault;
  }

  /** Throws `service_unavailable` until the models are warm, and after a fault. */
  verifier(): Verifier {
    if (this.#verifier === undefined) {
      throw new ServiceError('service_unavailable', 'The model is still being loaded; try again shortly.', {
        details: { retry_after_seconds: RETRY_AFTER_SECONDS },
        refusal: LOADING,
      });
    }
    if (this.fault !== undefined) throw unavailable(this.fault, RETRY_AFTER_SECONDS);
    return this.#verifier;
  }

  get isReady(): boolean {
    return this.#verifier !== undefined && this.fault === undefined && !this.#draining && !this.#neededButLost().length;
  }

  /** Throws `service_unavailable` with the reason why the service is not ready. */
  assertReady(): void {
    if (this.#draining) throw unavailable('The service is shutting down.', RETRY_AFTER_SECONDS);
    this.verifier();
    const lost = this.#neededButLost();
    if (lost.length > 0) throw unavailable(`A store is unreachable: ${lost.join(', ')}.`, RETRY_AFTER_SECONDS);
  }
}
