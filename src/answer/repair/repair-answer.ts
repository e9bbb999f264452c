import type { SentenceBody } from '../../contract/answer.ts';
import type { RepairedBody } from '../../contract/repair.ts';
import { type Pause, withPauses } from '../../pause.ts';
import type { AnswerOptions } from '../answer-request.ts';
import { type AnswerRequest, type PreparedAnswer, pausingPreparation } from '../prepare-answer.ts';
import type { SentenceToRead } from '../sentences/read-sentences.ts';
import { type Correction, correctedInput, correctionsOf, repairedBody, type ToRepair } from './repair.ts';

/** Reads the sentences of a request and checks them, or only those with these numbers. */
export type Check = (
  request: AnswerRequest,
  pause?: { readonly only: ReadonlySet<number>; readonly onSentence: undefined },
) => Promise<{ readonly read: readonly SentenceToRead[]; readonly sentences: readonly SentenceBody[] }>;

interface RepairOptions extends Pick<AnswerOptions, 'onCorrections'> {
  readonly check: Check;
  readonly pause: Pause;
}

interface CheckedAnswer extends Pick<ToRepair, 'read' | 'bodies'> {
  readonly request: AnswerRequest;
}

/** The repaired answer: sentences with a value of the source in place of theirs are checked again, and offered if they pass. */
export async function repairAnswer(checked: CheckedAnswer, options: RepairOptions): Promise<RepairedBody> {
  const { request, read, bodies } = checked;
  const { input, prepared } = request;
  return repairedBody({ input, prepared, read, bodies, corrected: await correctedSentences(checked, options) });
}

async function correctedSentences(
  { request, read, bodies }: CheckedAnswer,
  { check, pause, onCorrections }: RepairOptions,
): Promise<ToRepair['corrected']> {
  const corrections = correctionsOf(bodies);
  if (corrections.length === 0) return new Map();
  const input = correctedInput(request.input, corrections);
  const prepared = await withPauses(pausingPreparation(input), pause);
  if (!isCutAlike(read, prepared, corrections)) return new Map();
  await onCorrections?.(corrections.length);
  const only = new Set(corrections.map(({ sentence }) => sentence));
  const again = await check({ input, prepared, sources: request.sources }, { only, onSentence: undefined });
  return new Map(
    corrections.flatMap((correction, i) =>
      again.sentences[i]!.outcome === 'pass'
        ? [[correction.sentence, { correction, read: again.read[correction.sentence]! }]]
        : [],
    ),
  );
}

/** Whether the answer is cut into the same sentences with the values in it: else none is offered, they would be others. */
function isCutAlike(
  read: readonly SentenceToRead[],
  after: PreparedAnswer,
  corrections: readonly Correction[],
): boolean {
  const longer = new Map(
    corrections.map(({ sentence, found, expected }) => [sentence, expected.length - found.length]),
  );
  return (
    read.length === after.sentences.length &&
    read.every(({ sentence: { text } }, i) => text.length + (longer.get(i) ?? 0) === after.sentences[i]!.text.length)
  );
}
