import { decideAnswer, sentenceOutcome } from '../../src/answer/outcome.ts';
import { SourcesOnce } from '../../src/answer/sources.ts';
import type { AnswerBody, AnswerInput, SentenceBody, Verifier } from '../../src/index.ts';

/** A sentence for each line of the answer; questions are not checked. SUPPORTED where a source has the line. */
function sentencesOf(input: AnswerInput): SentenceBody[] {
  const { answer, sources } = input;
  return [...answer.matchAll(/.+/g)].map(({ 0: text, index: start }) => {
    const asserts = !text.endsWith('?');
    const source = asserts ? sources.find((one) => one.text.includes(text)) : undefined;
    const at = source?.text.indexOf(text) ?? 0;
    const verdict = asserts ? (source === undefined ? 'UNCERTAIN' : 'SUPPORTED') : null;
    const confidence = asserts ? 0.9 : null;
    const policy = { ...input, minConfidence: input.minConfidence ?? 0 };
    return {
      start,
      end: start + text.length,
      text,
      check_required: asserts,
      verdict,
      confidence,
      outcome: sentenceOutcome({ verdict, confidence, quotations: [] }, policy),
      reasons: asserts && source === undefined ? [{ code: 'not_stated', expected: null, found: null }] : [],
      evidence:
        source === undefined
          ? []
          : [
              {
                source_id: source.id,
                start: at,
                end: at + text.length,
                text,
                match_type: 'exact_match',
                entailment: 0.9,
                contradiction: 0.01,
              },
            ],
      citation: null,
      quotations: [],
    };
  });
}

function bodyOf(input: AnswerInput, sentences: readonly SentenceBody[]): AnswerBody {
  const { outcome, verdict, ...shares } = decideAnswer(sentences);
  return {
    outcome,
    verdict,
    offsets: input.offsets,
    min_confidence: input.minConfidence ?? 0,
    ...shares,
    sentences,
    receipt: {
      report_sha256: '1'.repeat(64),
      request_sha256: '2'.repeat(64),
      models: { verdict: '3'.repeat(64), evidence: null },
      calibration_sha256: '4'.repeat(64),
      version: '0.0.1',
    },
  };
}

function countChecked(sentences: readonly SentenceBody[]): number {
  return sentences.filter(({ check_required }) => check_required).length;
}

export type FakeAnswers = Pick<Verifier, 'prepareAnswer' | 'verifyPrepared'>;

/** Answers without a model. Give `beforeEach` to wait or to fail before a sentence is decided, by its place. */
export function fakeAnswers(
  beforeEach: (place: number, signal: AbortSignal | undefined) => Promise<void> = async () => undefined,
): FakeAnswers {
  const prepareAnswer: Verifier['prepareAnswer'] = async (input) => {
    const prepared = { text: input.answer, sentences: [], checked: countChecked(sentencesOf(input)) };
    const sources = new SourcesOnce(input.sources);
    return { input, prepared: { ...prepared, placeBody: (span) => ({ ...span, text: '' }) }, sources };
  };
  return {
    prepareAnswer,
    async verifyPrepared({ input }, { signal, onSentence } = {}) {
      const sentences = sentencesOf(input);
      for (const [place, sentence] of sentences.entries()) {
        await beforeEach(place, signal);
        signal?.throwIfAborted();
        onSentence?.(sentence);
      }
      return bodyOf(input, sentences);
    },
  };
}
