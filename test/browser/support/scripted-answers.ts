import type { AnswerBody, AnswerInput, SentenceBody, Verdict } from '../../../src/index.ts';
import { type FakeAnswers, fakeAnswers } from '../../support/fake-answers.ts';
import { fakeVerifier } from '../../support/fake-verifier.ts';

const PARTS = [
  '😀 Hello!',
  'It opened in 1998 [a-1].',
  'It employs 63 people [b-2].',
  'It <b>sells</b> tea [c-3].',
  'It says "free for all guests".',
] as const;

export const ANSWER = PARTS.join(' ');

export const SOURCES = [
  { id: 'a-1', title: 'History <i>', text: '🏛 The museum opened in 1998 near the port. <img src=x onerror=alert(1)>' },
  {
    id: 'b-2',
    title: '',
    text: `${'Nothing of note happened that year. '.repeat(60)}It employs 43 people. Free for all.`,
  },
];

function placeIn(text: string, words: string) {
  const start = text.indexOf(words);
  return { start, end: start + words.length, text: words };
}

const found = (words: string) => placeIn(ANSWER, words);
const inSource = (place: number, words: string) => {
  const { id, text } = SOURCES[place]!;
  return { source_id: id, ...placeIn(text, words) };
};

const OUTCOME_OF = { SUPPORTED: 'review', UNSUPPORTED: 'fail', UNCERTAIN: 'review' } as const;

function sentence(part: string, verdict: Verdict | null, more: Partial<SentenceBody> = {}): SentenceBody {
  const isChecked = verdict !== null;
  const nothing = { reasons: [], evidence: [], citation: null, quotations: [] };
  return {
    ...found(part),
    check_required: isChecked,
    verdict,
    confidence: isChecked ? 0.876 : null,
    outcome: verdict && OUTCOME_OF[verdict],
    ...nothing,
    ...more,
  };
}

const EVIDENCE = { entailment: 0.02, contradiction: 0.97 };

const SENTENCES: readonly SentenceBody[] = [
  sentence(PARTS[0], null),
  sentence(PARTS[1], 'SUPPORTED', {
    evidence: [
      { ...inSource(0, 'opened in 1998'), match_type: 'paraphrase_match', entailment: 0.9, contradiction: 0.1 },
    ],
    citation: { status: 'supported_by_cited', cited: ['a-1'], source_id: null },
  }),
  sentence(PARTS[2], 'UNSUPPORTED', {
    reasons: [{ code: 'number_differs', expected: inSource(1, '43'), found: found('63') }],
    evidence: [{ ...inSource(1, 'It employs 43 people.'), match_type: 'contradiction', ...EVIDENCE }],
    citation: { status: 'contradicted_by_cited', cited: ['b-2'], source_id: null },
  }),
  sentence(PARTS[3], 'UNCERTAIN', {
    reasons: [{ code: 'not_stated', expected: null, found: null }],
    citation: { status: 'unknown_id', cited: ['c-3'], source_id: null },
  }),
  sentence(PARTS[4], 'UNCERTAIN', {
    reasons: [{ code: 'not_stated', expected: null, found: null }],
    citation: { status: 'missing', cited: [], source_id: null },
    quotations: [
      {
        ...found('free for all guests'),
        status: 'altered',
        places: [inSource(1, 'Free for all.')],
        differences: [{ expected: 'all', found: 'all guests' }],
      },
    ],
  }),
];

const BODY: AnswerBody = {
  outcome: 'fail',
  verdict: 'UNSUPPORTED',
  offsets: 'utf16',
  min_confidence: 0.9,
  counts: { sentences: 5, checked: 4, supported: 1, unsupported: 1, uncertain: 2, passed: 0 },
  grounding_score: 0,
  sentences: SENTENCES,
  receipt: {
    report_sha256: '1a'.repeat(32),
    request_sha256: '2b'.repeat(32),
    models: { verdict: '3c'.repeat(32), evidence: null },
    calibration_sha256: '4d'.repeat(32),
    version: '9.8.7',
  },
};

/** Answers ANSWER against SOURCES. Give `beforeEach` to wait or to fail before a sentence, by its place. */
export function scriptedAnswers(beforeEach: (place: number) => Promise<void> = async () => undefined) {
  const asked: AnswerInput[] = [];
  const answers: FakeAnswers = {
    ...fakeAnswers(),
    async verifyPrepared({ input }, { signal, onSentence } = {}) {
      asked.push(input);
      for (const [place, one] of SENTENCES.entries()) {
        await beforeEach(place);
        signal?.throwIfAborted();
        onSentence?.(one);
      }
      return BODY;
    },
  };
  return { asked, verifier: fakeVerifier(undefined, answers) };
}
