import { type InferenceSession, Tensor } from 'onnxruntime-node';
import type { PaddedBatch } from './batch.ts';

/** The planes of a PaddedBatch, by the names under which models ask for them. */
export const PLANES: readonly string[] = ['input_ids', 'attention_mask', 'token_type_ids'];
export const INTEGER_TYPES: readonly string[] = ['int64', 'int32'];

/** The inputs of one run, in the integer type that each input declares. */
export function feedsOf(inputs: readonly InferenceSession.ValueMetadata[], batch: PaddedBatch): Record<string, Tensor> {
  const { rows, length, buffer } = batch;
  const plane = rows * length;
  const feeds: Record<string, Tensor> = {};
  for (const input of inputs) {
    const offset = PLANES.indexOf(input.name) * plane * BigInt64Array.BYTES_PER_ELEMENT;
    const words = new BigInt64Array(buffer, offset, plane);
    const narrow = input.isTensor && input.type === 'int32';
    feeds[input.name] = narrow
      ? new Tensor('int32', Int32Array.from(words, Number), [rows, length])
      : new Tensor('int64', words, [rows, length]);
  }
  return feeds;
}

/** The numbers of a float32 or float16 tensor, or undefined for any other type. */
export function toFloat32({ type, data }: Tensor): Float32Array | undefined {
  if (type === 'float32') return data as Float32Array;
  if (type !== 'float16') return undefined;
  // Runtimes without Float16Array return the raw bits.
  return data instanceof Uint16Array ? Float32Array.from(data, halfToNumber) : Float32Array.from(data as Float32Array);
}

function halfToNumber(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = (bits & 0x3ff) / 1024;
  if (exponent === 0x1f) return fraction > 0 ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (exponent === 0 ? fraction * 2 ** -14 : (1 + fraction) * 2 ** (exponent - 15));
}
