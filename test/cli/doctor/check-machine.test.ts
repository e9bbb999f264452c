import { describe, expect, it } from 'vitest';
import { checkNode, checkProcessor } from '../../../src/cli/doctor/check-machine.ts';

describe('the version of Node', () => {
  const facts = { name: 'a-package', version: '1.0.0', engines: { node: '>=20.19' } };

  it.each(['20.19.0', '20.20.2', '22.0.0'])('%s is enough', (version) => {
    expect(checkNode(facts, version)).toMatchObject({ mark: 'ok', text: `${version} (needs >=20.19)` });
  });

  it.each(['20.18.9', '18.20.0'])('%s is too old', (version) => {
    expect(checkNode(facts, version)).toMatchObject({ mark: 'error', text: expect.stringContaining(`got ${version}`) });
  });
});

describe.runIf(process.arch === 'x64')('the processor', () => {
  const cpuinfo = (flags: string) => `processor\t: 0\nflags\t\t: fpu sse2 ${flags}\nbugs\t\t:\n`;

  it.each([
    ['avx2 avx512f avx512_vnni', 'ok', ': avx2, avx512f, avx512_vnni'],
    ['avx2 avx_vnni', 'ok', ': avx2, avx_vnni'],
    ['avx2', 'ok', ': avx2; without VNNI'],
    ['avx', 'warning', 'has no AVX2'],
  ])('with %s is %s', (flags, mark, words) => {
    expect(checkProcessor(cpuinfo(flags))).toMatchObject({ mark, text: expect.stringContaining(words) });
  });
});
