import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { makeDocx, p, run, table } from '../../../scripts/fuzz/sample-files.ts';
import type { DraftSentence } from '../../../src/documents/check/check-document.ts';
import { type DraftLine, draftLine } from '../../../src/documents/check/draft-line.ts';
import { readDraft } from '../../../src/documents/check/read-draft.ts';
import { assertTakesComments, writeComments } from '../../../src/documents/check/write-comments.ts';
import { splitSentences } from '../../../src/text/index.ts';
import { opened } from '../support/commented.ts';

const folder = mkdtempSync(join(tmpdir(), 'comments-'));
const at = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

const place = { page: 3, line: null, headings: ['Staff'], columns: [] };
const evidence = {
  ...{ start: 0, end: 31, text: 'The Lyon plant employs 350 people.', source_id: 'a & b.pdf', ...place },
  ...({ match_type: 'contradiction', entailment: 0.02, contradiction: 0.95 } as const),
};
const row = { ...evidence, text: '| Lyon | 2014 |', source_id: 'c.xlsx', page: null, columns: ['Plant', 'Opened'] };
const DECIDED: readonly (readonly [string, Partial<DraftSentence>])[] = [
  ['530', { verdict: 'UNSUPPORTED', outcome: 'fail', confidence: 0.912, evidence: [evidence] }],
  ['close', { verdict: 'UNCERTAIN', outcome: 'review', confidence: 0.6 }],
  ['Lyon |', { verdict: 'SUPPORTED', outcome: 'review', confidence: 0.61, evidence: [row] }],
  ['two plants', { verdict: 'SUPPORTED', outcome: 'pass', confidence: 0.97 }],
];

/** A draft with a sentence of each outcome, as it was checked. */
async function checkedDraft(name: string) {
  const path = at(name);
  const body =
    `<w:p>${run('Acme has two plants. The one in Lyon employs 530 people.')}${run(' It may close.')}</w:p>` +
    table([
      ['Plant', 'Opened'],
      ['Lyon', '2014'],
    ]);
  writeFileSync(path, makeDocx(body));
  const draft = await readDraft(path, undefined);
  const lines: DraftLine[] = splitSentences(draft.text).map(({ start, end }) => {
    const text = draft.text.slice(start, end);
    const own = DECIDED.find(([words]) => text.includes(words))?.[1] ?? { verdict: null, outcome: null };
    const empty = { reasons: [], evidence: [], citation: null, quotations: [], check_required: true, confidence: null };
    return draftLine(draft, { start, end, text, ...empty, ...own } as DraftSentence);
  });
  return { path, draft, lines };
}

function wordsOf(comments: string): string[][] {
  return [...comments.matchAll(/<w:comment .*?<\/w:comment>/g)].map(([comment]) =>
    [...comment.matchAll(/<w:t [^>]*>([^<]*)/g)].map(([, text]) => text!),
  );
}

it('writes a comment at each sentence that does not pass, with verdict, confidence, place and its words', async () => {
  const { path, draft, lines } = await checkedDraft('draft.docx');
  expect(await writeComments({ path, draft }, lines, { to: at('checked.docx') })).toEqual({
    comments: 3,
    atParagraph: 0,
  });
  const { comments, ranges } = opened(readFileSync(at('checked.docx')));
  expect(Object.values(ranges)).toEqual(['The one in Lyon employs 530 people.', 'It may close.', 'Lyon2014']);
  expect(wordsOf(comments)).toEqual([
    ['fail: contradicted. Confidence 0.91.', 'a &amp; b.pdf, page 3, Staff: “The Lyon plant employs 350 people.”'],
    ['review: not settled. Confidence 0.60.'],
    [
      'review: supported, but the confidence is too low to pass. Confidence 0.61.',
      'c.xlsx, Staff: “Plant: Lyon | Opened: 2014”',
    ],
  ]);
});

it('refuses a draft that was changed since it was checked, and one that is gone', async () => {
  const { path, draft, lines } = await checkedDraft('changed.docx');
  writeFileSync(path, makeDocx(p('Other words.')));
  const to = at('none.docx');
  await expect(writeComments({ path, draft }, lines, { to })).rejects.toThrow('was changed since it was checked.');
  rmSync(path);
  await expect(writeComments({ path, draft }, lines, { to })).rejects.toThrow('cannot be opened: ENOENT.');
  expect(existsSync(to)).toBe(false);
});

it('takes comments in another file of the same kind only', async () => {
  const { path, draft } = await checkedDraft('draft.docx');
  await expect(assertTakesComments({ path, draft }, at('a.docx'))).resolves.toBeUndefined();
  await expect(assertTakesComments({ path, draft }, path)).rejects.toThrow('is the draft itself');
  await expect(assertTakesComments({ path, draft }, at('a.docm'))).rejects.toThrow('must end in ".docx"');
  const page = { path: at('a.pdf'), draft: { ...draft, format: 'pdf' as const } };
  await expect(assertTakesComments(page, at('b.pdf'))).rejects.toThrow('Comments can be written into a docx only');
});

const SOFFICE = '/usr/bin/soffice';
const noOffice = existsSync(SOFFICE) ? '' : ` (skipped: there is no ${SOFFICE}: install libreoffice-writer-nogui)`;

describe.skipIf(noOffice !== '')(`LibreOffice${noOffice}`, () => {
  it('opens the file and shows the comments at their words', async () => {
    const { path, draft, lines } = await checkedDraft('draft.docx');
    await writeComments({ path, draft }, lines, { to: at('shown.docx') });
    const profile = `-env:UserInstallation=file://${at('profile')}`;
    const args = [profile, '--headless', '--convert-to', 'fodt', '--outdir', folder, at('shown.docx')];
    await promisify(execFile)(SOFFICE, args);
    const shown = readFileSync(at('shown.fodt'), 'utf8');
    const comments = [...shown.matchAll(/<office:annotation .*?office:name="(.*?)".*?<\/office:annotation>/gs)];
    const found = comments.map(([comment, name]) => {
      const from = shown.indexOf(comment) + comment.length;
      const words = shown.slice(from, shown.indexOf(`<office:annotation-end office:name="${name}"`));
      return [plain(comment), plain(words)];
    });
    expect(found).toEqual([
      [expect.stringContaining('fail: contradicted.'), 'The one in Lyon employs 530 people.'],
      [expect.stringContaining('review: not settled.'), 'It may close.'],
      [expect.stringContaining('Plant: Lyon | Opened: 2014'), 'Lyon 2014'],
    ]);
  });
});

function plain(xml: string): string {
  return xml
    .replace(/<[^>]+>/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
