import { el } from './dom.ts';
import type { KeyRecord } from './records.ts';

/** A key with the number of rotations between it and the first listed key of its rotation group. */
export interface PlacedKey {
  readonly key: KeyRecord;
  readonly depth: number;
}

/** Orders keys so that each is followed by those that were rotated from it. */
export function inRotationOrder(keys: readonly KeyRecord[]): readonly PlacedKey[] {
  const listed = new Set(keys.map(({ id }) => id));
  const childrenOf = (id: string | null) =>
    keys.filter((key) => (key.rotated_from !== null && listed.has(key.rotated_from) ? key.rotated_from : null) === id);
  const place = (key: KeyRecord, depth: number): PlacedKey[] => [
    { key, depth },
    ...childrenOf(key.id).flatMap((child) => place(child, depth + 1)),
  ];
  return childrenOf(null).flatMap((first) => place(first, 0));
}

/** The keys that were rotated from a key, directly or not. */
export function descendantsOf(keys: readonly KeyRecord[], id: string): readonly KeyRecord[] {
  const direct = keys.filter((key) => key.rotated_from === id);
  return direct.flatMap((key) => [key, ...descendantsOf(keys, key.id)]);
}

/** Name and id of a key, and the key it was rotated from. */
export function keyName({ key, depth }: PlacedKey): HTMLElement {
  const origin = key.rotated_from === null ? [] : [el('br'), 'rotated from ', el('code', {}, key.rotated_from)];
  const steps = String(Math.min(depth, 3));
  return el(
    'div',
    { class: 'rotated-key', 'data-depth': steps },
    key.name,
    el('br'),
    el('code', {}, `cvs_${key.id}…`),
    ...origin,
  );
}
