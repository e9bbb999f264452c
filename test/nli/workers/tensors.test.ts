import { Tensor } from 'onnxruntime-node';
import { describe, expect, it } from 'vitest';
import { toFloat32 } from '../../../src/nli/workers/onnx-session.ts';

const half = (...bits: number[]) => toFloat32(new Tensor('float16', Uint16Array.from(bits), [bits.length]));

describe('toFloat32', () => {
  it('reads half floats: signs, ones, the greatest, the least, nought', () => {
    expect([...half(0x3c00, 0xc000, 0x3555, 0x7bff, 0x0400, 0x0001, 0x0000)!]).toEqual([
      1,
      -2,
      0.333251953125,
      65_504,
      2 ** -14,
      2 ** -24,
      0,
    ]);
  });

  it('keeps what is not finite, so that it can be refused', () => {
    expect([...half(0x7c00, 0xfc00, 0x7e00)!]).toEqual([
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
      Number.NaN,
    ]);
  });

  it('takes float32 as it is and nothing else', () => {
    const data = Float32Array.of(1.5, -2.5);
    expect(toFloat32(new Tensor('float32', data, [2]))).toBe(data);
    expect(toFloat32(new Tensor('float64', Float64Array.of(1), [1]))).toBeUndefined();
    expect(toFloat32(new Tensor('int32', Int32Array.of(1), [1]))).toBeUndefined();
  });
});
