import { expect, it } from 'vitest';
import { linesAt, makePdf } from '../../../scripts/fuzz/sample-files.ts';
import { PROCESS_BOUNDS, ReadingProcess } from '../../../src/documents/process/reading-process.ts';
import type { PreparedDocument } from '../../../src/documents/split/prepare-document.ts';

const good = { task: 'read', name: 'a.txt', bytes: Buffer.from('Acme has two plants.') } as const;
/** Many pages: reading them takes longer than the bound of the test. */
const long = {
  ...({ task: 'read', name: 'a.pdf' } as const),
  bytes: makePdf(Array.from({ length: 3_000 }, () => linesAt(50, 700, ['A line.']))),
};

it('kills what takes too long, and reads the next file in a new process', async () => {
  const reading = new ReadingProcess({ ...PROCESS_BOUNDS, fileMs: 100 });
  expect(await reading.ask(long)).toBe('takes longer than 0.1 seconds to read');
  await reading.close();
  const next = new ReadingProcess();
  await next.ask(good);
  expect(await next.ask(good)).toMatchObject({ format: 'txt', body: { text: 'Acme has two plants.' } });
  await next.close();
});

it('splits a document and computes its keys in the process, within the same bounds', async () => {
  const prepare = (text: string) =>
    ({ task: 'prepare', name: 'a.txt', sha256: 'a0', bytes: Buffer.from(text) }) as const;
  const reading = new ReadingProcess();
  const prepared = await reading.ask(prepare('Acme has 12 plants. Why?'));
  expect(prepared).toMatchObject({ file: 'a.txt', sha256: 'a0', facts: { pagesWithoutText: [], notes: [] } });
  const [passage] = (prepared as PreparedDocument).passages;
  expect(JSON.parse(passage!.keys)).toEqual(['acm has 12 plant', null]);
  await reading.close();
  const bounded = new ReadingProcess({ ...PROCESS_BOUNDS, fileMs: 3_000 });
  expect(await bounded.ask(prepare('a b. '.repeat(2_000_000)))).toBe('takes longer than 3 seconds to read');
  await bounded.close();
});

it('kills a process whose memory grows beyond the bound', async () => {
  const reading = new ReadingProcess({ ...PROCESS_BOUNDS, residentMegabytes: 30 });
  expect(await reading.ask(long)).toBe('needs more than 30 MB of memory to read');
  await reading.close();
});

it('names the class of a fault, which may be of the reader', async () => {
  const reading = new ReadingProcess();
  const bytes = makePdf([linesAt(50, 700, ['A line.'])]);
  const reason = await reading.ask({ task: 'highlight', bytes, highlights: [null as never] });
  expect(reason).toMatch(/^cannot be parsed: .*\(TypeError\)$/);
  await reading.close();
});

it('ends when it is aborted', async () => {
  const reading = new ReadingProcess();
  const stop = new AbortController();
  const read = reading.ask(long, stop.signal);
  stop.abort(new Error('stopped'));
  await expect(read).rejects.toThrow('stopped');
  await reading.close();
});

it('refuses more pages than the bound', async () => {
  const reading = new ReadingProcess();
  const pages = makePdf(Array.from({ length: 5_001 }, () => []));
  expect(await reading.ask({ task: 'read', name: 'a.pdf', bytes: pages })).toBe(
    'has 5001 pages; at most 5000 are read',
  );
  await reading.close();
});
