import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linesAt, makeDocx, makePdf, p } from '../../../scripts/fuzz/sample-files.ts';
import type { DraftEvidence } from '../../../src/documents/check/check-document.ts';
import { opened } from '../../documents/support/commented.ts';
import { COMMAND, runCommand } from '../../support/run-command.ts';
import { TINY_ENV } from '../../support/small-models.ts';

const folder = mkdtempSync(join(tmpdir(), 'check-'));
const at = (name: string) => join(folder, name);
const linesOf = (name: string) =>
  readFileSync(at(name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

beforeAll(async () => {
  await mkdir(at('sources'));
  await writeFile(
    at('sources/mill.pdf'),
    makePdf([linesAt(50, 700, ['A page.']), linesAt(50, 700, ['The mill closed in June.'])]),
  );
  await writeFile(at('sources/logo.png'), 'no text');
  await writeFile(at('sources/notes.md'), '# Notes\n\n## Staff\n\nThe mill had 40 workers.\n');
  await writeFile(
    at('draft.docx'),
    makeDocx(p('The end', 'Heading1') + p('The mill closed in June. The mill had 40 workers.')),
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

// Starting a process takes seconds on a busy machine.
describe('claim-verifier check', () => {
  it.each([
    [
      ['no.md', '--against', '.'],
      'expected --report FILE, --comments FILE, --highlight FOLDER or --output FILE, got none',
    ],
    [['no.md', '--against', '.', '--report', 'a.pdf'], 'expected a report that ends in .html, got "a.pdf"'],
    [['no.md', '--output', '-'], "required option '--against <folder>' not specified"],
    [['no.md', '--against', '.', '--output', '-', '--min-confidence', '2'], 'Expected a number from 0 to 1.'],
    [['no.md', '--against', '.', '--output', '-'], 'The draft "no.md" does not exist.'],
    [
      ['package.json', '--against', '.', '--output', '-'],
      'The draft "package.json" is json. Use pdf, docx, html, md or txt.',
    ],
    [['README.md', '--against', 'nowhere', '--output', '-'], 'The folder of documents "nowhere" does not exist.'],
  ])('refuses %j in a sentence and ends with 1', async (args, words) => {
    const { code, stdout, stderr } = await runCommand(['check', ...args]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(words);
  });

  it('writes a line for each sentence with the place that decided, and the report', async () => {
    const files = ['--report', at('r.html'), '--output', at('out.jsonl')];
    const args = ['check', at('draft.docx'), '--against', at('sources'), ...files];
    const { code, stderr } = await runCommand(args, { env: TINY_ENV });
    expect(stderr).toContain('2 sentences checked: 0 fail, 0 review, 2 pass; 1 not a factual statement.');
    expect(stderr).toContain('Files of the folder: 2 read, 0 not; 1 of other kinds skipped.');
    expect(code).toBe(0);
    expect(
      linesOf('out.jsonl').map(({ text, verdict, file, page, line, heading, draft }) => ({
        text,
        verdict,
        file,
        page,
        line,
        heading,
        draft,
      })),
    ).toEqual([
      {
        ...{ text: '# The end', verdict: null, file: null, page: null, line: null, heading: null },
        draft: { page: null, line: null, paragraph: 1, headings: ['The end'], columns: [] },
      },
      {
        ...{
          text: 'The mill closed in June.',
          verdict: 'SUPPORTED',
          file: 'mill.pdf',
          page: 2,
          line: 1,
          heading: null,
        },
        draft: { page: null, line: null, paragraph: 2, headings: ['The end'], columns: [] },
      },
      {
        ...{ text: 'The mill had 40 workers.', verdict: 'SUPPORTED', file: 'notes.md', page: null, line: 5 },
        ...{
          heading: 'Notes > Staff',
          draft: { page: null, line: null, paragraph: 2, headings: ['The end'], columns: [] },
        },
      },
    ]);
    const rectangles = linesOf('out.jsonl').flatMap(({ evidence }) =>
      evidence.map((one: DraftEvidence) => one.rectangles),
    );
    expect(rectangles).toEqual([[{ page: 2, x: 50, y: 92, width: 104.48, height: 10 }], undefined]);
    expect(readFileSync(at('r.html'), 'utf8')).toContain('<cite>mill.pdf, page 2, line 1</cite>');
    expect((await runCommand(args)).stderr).toContain('add --force to overwrite it');
  });

  it('writes comments into a docx', async () => {
    writeFileSync(at('two.docx'), makeDocx(p('The mill closed in June. The owner of it liked jazz.')));
    const args = ['check', at('two.docx'), '--against', at('sources'), '--comments', at('two.checked.docx')];
    const { code, stderr } = await runCommand(args, { env: TINY_ENV });
    expect(stderr).toContain(`1 comment: ${at('two.checked.docx')}\n`);
    expect(code).toBe(0);
    const { main, comments } = opened(readFileSync(at('two.checked.docx')));
    expect(main).toContain('<w:commentRangeStart w:id="0"/><w:r><w:t xml:space="preserve">The owner of it liked jazz.');
    expect(comments).toContain('review: not settled.');
    const wrong = ['check', at('two.docx'), '--against', at('sources'), '--comments', at('two.pdf')];
    expect((await runCommand(wrong)).stderr).toContain('The file for comments must end in ".docx"');
  });

  it('writes highlighted copies of cited PDFs, which the page links, into an empty folder outside the sources', async () => {
    const args = ['check', at('draft.docx'), '--against', at('sources'), '--highlight'];
    const { code, stderr } = await runCommand([...args, at('marked'), '--report', at('linked.html')], {
      env: TINY_ENV,
    });
    expect(stderr).toContain(`1 highlight in 1 PDF: ${at('marked')}\n`);
    expect(code).toBe(0);
    const copy = readFileSync(at('marked/mill.pdf'));
    const original = readFileSync(at('sources/mill.pdf'));
    expect(copy.subarray(0, original.length).equals(original)).toBe(true);
    expect(copy.subarray(original.length).toString('latin1')).toContain('/Subtype /Highlight');
    expect(readFileSync(at('linked.html'), 'utf8')).toContain(
      '<a href="marked/mill.pdf#page=2">mill.pdf, page 2, line 1</a>',
    );
    expect((await runCommand([...args, at('marked')])).stderr).toContain('has files already');
    expect((await runCommand([...args, at('sources/marked')])).stderr).toContain('is in the folder of the sources');
  });

  it('keeps an index, names files that cannot be read, and ends with 2', async () => {
    writeFileSync(at('sources/broken.pdf'), '%PDF-1.7 broken');
    try {
      const args = [
        'check',
        at('draft.docx'),
        '--against',
        at('sources'),
        '--index',
        at('kept.index'),
        '--output',
        '-',
      ];
      for (const run of [1, 2]) {
        const { code, stdout, stderr } = await runCommand(args, { env: TINY_ENV });
        expect([run, code, stdout.split('\n').length]).toEqual([run, 2, 4]);
        expect(stderr).toContain(
          'Files of the folder: 2 read, 1 not; 1 of other kinds skipped.\n  broken.pdf is a damaged PDF: ',
        );
      }
    } finally {
      rmSync(at('sources/broken.pdf'));
    }
  });

  it('keeps the lines of a run that was stopped, and overwrites them by force only', async () => {
    const sentences = Array.from({ length: 60 }, (_, i) => `The mill had ${i} workers.`);
    writeFileSync(at('long.txt'), sentences.join(' '));
    const args = ['check', at('long.txt'), '--against', at('sources'), '--output', at('part.jsonl')];
    const child = spawn(process.execPath, [COMMAND, ...args], { env: { ...process.env, ...TINY_ENV } });
    await expect.poll(() => readFile(at('part.jsonl'), 'utf8').catch(() => '')).toContain('\n');
    child.kill('SIGINT');
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect(said).toMatch(/part\.jsonl\b.*--force/);
    const stopped = await readFile(at('part.jsonl'), 'utf8');
    expect([code, stopped.split('\n').length > 60]).toEqual([130, false]);
    expect((await runCommand(args, { env: TINY_ENV })).stderr).toContain('add --force to overwrite it');
    const { code: again } = await runCommand([...args, '--force', '--report', at('long.html')], { env: TINY_ENV });
    expect(again).toBe(0);
    expect(linesOf('part.jsonl')).toHaveLength(60);
    expect(await readFile(at('long.html'), 'utf8')).toContain('60 of 60 sentences are factual statements');
  });
});
