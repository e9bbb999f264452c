import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fileNames, filesSummary, leftOut, outcomeWords } from '../../../src/cli/check/checked-draft.ts';
import { copyAddresses } from '../../../src/cli/check/copy-addresses.ts';
import { reportHtml } from '../../../src/cli/check/report-html.ts';
import { exampleDraft } from './example.ts';

describe('the report as a page', () => {
  it('links the page of each place in the highlighted copy, and names what is not highlighted', async () => {
    const file = 'reports/2025 <b>.pdf';
    const path = '/out/copies/reports/2025 <b>#1%.pdf';
    const highlights = {
      copies: [{ file, path, highlights: 2, isSigned: true }],
      left: [{ file: 'locked.pdf', reason: 'is encrypted' }],
      notFound: 0,
    };
    const copies = copyAddresses(highlights, '/out/report/check.html');
    const page = reportHtml({ ...(await exampleDraft()), highlights, copies });
    const links = [...page.matchAll(/<cite><a href="([^"]+)">/g)].map(([, address]) => address);
    expect(new Set(links)).toEqual(new Set(['../copies/reports/2025%20%3Cb%3E%231%25.pdf#page=3']));
    const example = await exampleDraft();
    const lost = example.lines.map((line) => ({
      ...line,
      evidence: line.evidence.map((one) => ({ ...one, rectangles: [] })),
    }));
    const count = (html: string) => html.split('(not highlighted').length - 1;
    expect([page, reportHtml({ ...example, highlights, copies, lines: lost })].map(count)).toEqual([0, 4]);
    expect(page).toContain('<li><b>locked.pdf</b>: not highlighted, is encrypted.</li>');
    expect(page).toContain('<li><b>reports/2025 &lt;b&gt;.pdf</b>: signed;');
  });

  it('names the confidence of a supported sentence to review, unless a quotation in it differs', () => {
    const label = (...codes: ('words_not_in_source' | 'quotation_differs')[]) => {
      const reasons = codes.map((code) => ({ code, expected: null, found: null }));
      return outcomeWords({ verdict: 'SUPPORTED', outcome: 'review', reasons }).label;
    };
    expect(label('words_not_in_source')).toBe(label());
    expect(label('quotation_differs')).not.toBe(label());
  });

  it('names the word that no source has', async () => {
    const example = await exampleDraft();
    const reasons = [
      { code: 'words_not_in_source' as const, expected: null, found: { start: 0, end: 5, text: 'Lille' } },
    ];
    expect(reportHtml({ ...example, lines: example.lines.map((line) => ({ ...line, reasons })) })).toContain('“Lille”');
  });

  it('is self-contained: no URL, and only its own scripts', async () => {
    const page = reportHtml(await exampleDraft());
    expect(page).not.toMatch(/(?:src|href)="(?!#)/);
    expect(page).not.toContain('url(');
    const scripts = [...page.matchAll(/<script(?: type="module")?>([\s\S]*?)<\/script>/g)].map(([, script]) => script!);
    const hashes = scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
    const [, allowed] = /script-src ([^"]+)">/.exec(page)!;
    expect(allowed!.split(' ').sort()).toEqual(hashes.sort());
    expect(hashes).toHaveLength(2);
  });

  it('escapes what others wrote', async () => {
    const page = reportHtml(await exampleDraft());
    expect(page).not.toContain('<b>.pdf');
    expect(page).not.toContain('<Acme>');
    expect(page).toContain('reports/2025 &lt;b&gt;.pdf, page 3, line 12, Annual report &gt; Staff');
  });

  it('says first what was checked and what was not', async () => {
    const page = reportHtml(await exampleDraft());
    expect(page).toContain(
      "<li>5 of 9 sentences are factual statements and were checked: 62.6 % of the draft's words.</li>",
    );
    expect(page).toContain('<li>Files of the folder: 2 read, 1 not; 1 of other kinds skipped.</li>');
    const left = [...page.matchAll(/<li><b>([^<]+)<\/b>: ([^<]+)<\/li>/g)].map(([, files, what]) => [what, files]);
    expect(left).toEqual([
      ['not read, has no text on its 2 pages, which may be scanned images.', 'scan.pdf'],
      ['skipped: files of this kind are not read.', 'logo.png'],
      ['the same file as a.txt, which was read.', 'copy.txt'],
      ['A note.', 'a.txt'],
      ['no text on 4 of 9 pages: 1-3, 7.', 'reports/2025 &lt;b&gt;.pdf'],
    ]);
  });

  it('has the draft with its structure and the sentences marked', async () => {
    const page = reportHtml(await exampleDraft());
    const draft = /<div class="draft">([\s\S]*?)<\/section>/.exec(page)![1]!;
    const plain = draft.replace(
      /<span class="unseen">.*?<\/span>|<sup.*?<\/sup>| (?:id|data-note|role|tabindex|aria-\w+)="[^"]*"/g,
      '',
    );
    const mark = (kind: string, sign: string, words: string) =>
      `<span class="sentence ${kind}"><span class="sign">${sign}</span>${words}</span>`;
    expect(plain).toBe(
      `<h3>Plants of &lt;Acme&gt;</h3><p>${mark('supported', '✓', 'Acme has two plants.')} ` +
        `${mark('unsupported', '✗', 'The one in Lyon employs 530 people.')} ` +
        `${mark('uncertain', '?', 'It may close &quot;soon&quot;.')}</p><h4>Figures</h4>` +
        `<ul><li class="level-1">${mark('review', '?', 'Revenue was EUR 40 million.')}</li><li class="level-1">Is that much?</li></ul>` +
        '<div class="scroll"><table><tr><th> Plant </th><th> Opened </th></tr>' +
        `<tr><td> ${mark('supported', '✓', 'Lyon')} </td><td> <span class="sentence supported">2014</span> </td></tr></table></div></div>`,
    );
  });
});

it('a report on many files that are left out names ten of each kind and counts the rest', async () => {
  const example = await exampleDraft();
  const named = Array.from({ length: 1_000 }, (_, i) => `${i}.png`);
  const many = {
    ...example,
    sources: {
      ...example.sources,
      others: named,
      unread: named.map((file) => ({ file, reason: 'is a link' })),
      counts: { unread: 300_000, duplicates: 0, others: 200_000 },
    },
  };
  const left = leftOut(many).map(({ files, count }) => [files.length, count]);
  expect(left).toEqual([
    [1_000, 1_000],
    [0, 299_000],
    [1_000, 200_000],
    [1, 1],
    [1, 1],
    [1, 1],
  ]);
  expect(leftOut(many).slice(0, 3).map(fileNames)).toEqual([
    expect.stringMatching(/^0\.png, .*9\.png and 990 more$/),
    '299000 more',
    expect.stringMatching(/^0\.png, .*9\.png and 199990 more$/),
  ]);
  expect(filesSummary(many.sources)).toBe('2 read, 300000 not; 200000 of other kinds skipped');
});
