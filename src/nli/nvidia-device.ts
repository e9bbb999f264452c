import { existsSync } from 'node:fs';

/** On Linux a driver without a device of its own cannot be used. Elsewhere only an attempt tells. */
export function mayHaveNvidiaDevice(): boolean {
  return process.platform !== 'linux' || ['/dev/nvidiactl', '/dev/dxg'].some((device) => existsSync(device));
}
