import type { CheckedDraft } from '../../../src/cli/check/checked-draft.ts';
import { draftLine } from '../../../src/documents/check/draft-line.ts';
import { readBytes } from '../../../src/documents/read/read-bytes.ts';
import type { DraftSentence } from '../../../src/index.ts';
import { splitSentences } from '../../../src/text/index.ts';

const DRAFT = `# Plants of <Acme>

Acme has two plants. The one in Lyon employs 530 people. It may close "soon".

## Figures

- Revenue was EUR 40 million.
- Is that much?

| Plant | Opened |
|---|---|
| Lyon | 2014 |
`;

const NOTHING = { check_required: false, verdict: null, confidence: null, outcome: null };

function found(text: string): Pick<DraftSentence, 'evidence'> {
  const place = { page: 3, line: 12, headings: ['Annual report', 'Staff'], columns: [] };
  const scores = { match_type: 'contradiction', entailment: 0.02, contradiction: 0.95 } as const;
  return { evidence: [{ start: 0, end: text.length, text, source_id: 'reports/2025 <b>.pdf', ...scores, ...place }] };
}

const DECIDED: Readonly<Record<string, Partial<DraftSentence>>> = {
  'Acme has two plants.': {
    verdict: 'SUPPORTED',
    confidence: 0.97,
    outcome: 'pass',
    ...found('Acme owns two plants.'),
  },
  'The one in Lyon employs 530 people.': {
    ...{ verdict: 'UNSUPPORTED', confidence: 0.91, outcome: 'fail' },
    ...found('The Lyon plant employs 350 people & makes valves.'),
    reasons: [
      {
        code: 'number_differs',
        expected: { start: 23, end: 33, text: '350 people', source_id: 'reports/2025 <b>.pdf' },
        found: { start: 0, end: 10, text: '530 people' },
      },
    ],
  },
  'It may close "soon".': { verdict: 'UNCERTAIN', confidence: 0.6, outcome: 'review' },
  '- Revenue was EUR 40 million.': { verdict: 'SUPPORTED', confidence: 0.6, outcome: 'review', ...found('EUR 40m') },
  '| Lyon | 2014 |': { verdict: 'SUPPORTED', confidence: 0.9, outcome: 'pass', ...found('Lyon opened in 2014.') },
};

/** A draft with a sentence of each outcome. */
export async function exampleDraft(): Promise<CheckedDraft> {
  const { format, body } = await readBytes('draft.md', Buffer.from(DRAFT));
  const draft = { file: 'draft.md', sha256: 'd0', format, ...body };
  const lines = splitSentences(draft.text).map(({ start, end }) => {
    const text = draft.text.slice(start, end);
    const decided = DECIDED[text];
    const own = decided === undefined ? NOTHING : { check_required: true, ...decided };
    const empty = { reasons: [], evidence: [], citation: null, quotations: [] };
    return draftLine(draft, { start, end, text, ...empty, ...own } as DraftSentence);
  });
  return {
    ...{ draft, lines, minConfidence: 0.75, date: '2026-03-02', version: '4.0.0' },
    models: { verdict: 'e0', evidence: null },
    decisions: [],
    sources: {
      folder: './sources',
      documents: [
        { file: 'a.txt', sha256: 'a0', pagesWithoutText: [], notes: ['A note.'] },
        { file: 'reports/2025 <b>.pdf', sha256: 'b0', pages: 9, pagesWithoutText: [1, 2, 3, 7], notes: [] },
      ],
      unread: [{ file: 'scan.pdf', reason: 'has no text on its 2 pages, which may be scanned images' }],
      duplicates: [{ file: 'copy.txt', of: 'a.txt' }],
      others: ['logo.png'],
      counts: { unread: 1, duplicates: 1, others: 1 },
    },
  };
}
