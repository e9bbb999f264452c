import { deflateSync, inflateSync } from 'node:zlib';
import { damagedIndex } from './index-file.ts';

/** Level 6 takes three times as long, for a tenth less. */
const FAST = { level: 3 };

/** A document or a passage as an index keeps it. */
export function packed(value: object): Buffer {
  return deflateSync(JSON.stringify(value), FAST);
}

/** The packed form ends with a checksum: what was changed on the disk is told of. */
export function unpacked<Value extends object>(path: string, body: Uint8Array): Value {
  try {
    return JSON.parse(inflateSync(body).toString()) as Value;
  } catch (error) {
    throw damagedIndex(path, error);
  }
}
