import { FairOrder } from './fair-order.ts';
import type { Permit } from './permit.ts';
import { QueueCapacity, type QueueCapacityOptions } from './queue-capacity.ts';

export interface RequestClassOptions {
  readonly capacity: QueueCapacityOptions;
  readonly headStartMs: number;
}

/** Requests of one kind, interactive or background: they share a queue and are treated equally by client. */
export class RequestClass<Work, Result> {
  /** Permits that have not been given back. */
  readonly open = new Set<Permit<Work, Result>>();
  /** Those with entries that wait, oldest first. */
  readonly waiting: Permit<Work, Result>[] = [];
  readonly capacity: QueueCapacity;
  readonly order: FairOrder<Work, Result>;

  constructor({ capacity, headStartMs }: RequestClassOptions) {
    this.capacity = new QueueCapacity(capacity);
    this.order = new FairOrder(headStartMs);
  }

  /** Has a permit wait, in the order of arrival. */
  enqueue(permit: Permit<Work, Result>): void {
    if (this.waiting.includes(permit)) return;
    this.waiting.splice(this.waiting.findLastIndex((other) => other.place < permit.place) + 1, 0, permit);
  }

  /** Removes the permits that wait for nothing any more. */
  prune(): void {
    for (let i = this.waiting.length - 1; i >= 0; i--) {
      if (this.waiting[i]!.waitingEntries === 0) this.waiting.splice(i, 1);
    }
  }
}
