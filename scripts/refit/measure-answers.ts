import type { Label } from '../../src/evaluation/labelled-rows.ts';
import type { AnswerBody, Verifier } from '../../src/index.ts';
import { type LabelledAnswer, loadAnswers, loadDisagreeing, loadReplaced } from './load.ts';
import { type AnswerRow, type DisagreeingRow, type EditionRow, rounded, type SentenceRow, writeRows } from './rows.ts';

/** Every labeled answer as `POST /v1/verify/answer` decides it with its sources, by set. */
export async function readAnswers(verifier: Verifier, sets: string): Promise<Record<string, AnswerRow[]>> {
  const rows: Record<string, AnswerRow[]> = {};
  for (const [set, answers] of loadAnswers(sets)) {
    rows[set] = [];
    for (const { answer, sources, ...labelled } of answers) {
      const body = await verifier.verifyAnswer({ answer, sources: [...sources], citations: 'none' });
      rows[set].push(answerRow(labelled, body));
    }
  }
  return rows;
}

type ReadAnswer = Pick<AnswerBody, 'outcome'> & {
  readonly sentences: readonly Pick<AnswerBody['sentences'][number], 'text' | 'verdict' | 'confidence' | 'outcome'>[];
};

/** The labeled sentences with their verdicts. A sentence is found by its text, however the answer was cut. */
export function answerRow({ id, sentences }: Pick<LabelledAnswer, 'id' | 'sentences'>, body: ReadAnswer): AnswerRow {
  const checkable = sentences.filter(({ label }) => label !== 'SKIP');
  return {
    id,
    outcome: body.outcome,
    sentences: checkable.map(({ text, label }) => sentenceRow(id, text, label, body)),
  };
}

function sentenceRow(id: string, text: string, label: string, { sentences }: ReadAnswer): SentenceRow {
  const labelled = text.trim();
  const found =
    sentences.find((one) => one.text.trim() === labelled) ??
    sentences.find((one) => one.text.includes(labelled) || labelled.includes(one.text.trim()));
  if (found?.verdict === undefined || found.verdict === null)
    throw new Error(`Expected a verdict for a sentence of the answer ${id}, got none: "${text}".`);
  const { verdict, confidence, outcome } = found;
  return { label: label as Label, verdict, confidence: rounded(confidence ?? 0), passes: outcome === 'pass' };
}

export async function measureDisagreeing(verifier: Verifier): Promise<void> {
  const rows: DisagreeingRow[] = [];
  for (const { id, label, claim, sources } of loadDisagreeing()) {
    const body = await verifier.verifyAnswer({ answer: claim, sources: [...sources], citations: 'none' });
    const [sentence] = body.sentences;
    if (!sentence?.verdict) throw new Error(`Expected a verdict for the claim ${id}, got none.`);
    const { verdict, confidence, reasons } = sentence;
    const reported = reasons.some(({ code }) => code === 'sources_disagree');
    rows.push({ id, label, verdict, confidence: rounded(confidence ?? 0), reported });
  }
  writeRows('disagreeing-sources', { 'disagreeing-sources': rows });
}

export async function measureReplaced(verifier: Verifier): Promise<void> {
  const rows: EditionRow[] = [];
  for (const { id, verdict: label, claim, sources } of loadReplaced()) {
    const { sentences } = await verifier.verifyAnswer({ answer: claim, sources: [...sources], citations: 'none' });
    const { verdict, confidence } = sentences[0]!;
    rows.push({ id, label, verdict: verdict!, confidence: rounded(confidence ?? 0) });
  }
  writeRows('replaced-editions', { 'replaced-editions': rows });
}
