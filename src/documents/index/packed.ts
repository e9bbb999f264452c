import { inflateSync } from 'node:zlib';
import { damagedIndex } from './index-file.ts';

/** A document or a passage as `prepareDocument` packed it. The packed form ends with a checksum, so changes on disk are reported. */
export function unpacked<Value extends object>(path: string, body: Uint8Array): Value {
  try {
    return JSON.parse(inflateSync(body).toString()) as Value;
  } catch (error) {
    throw damagedIndex(path, error);
  }
}
