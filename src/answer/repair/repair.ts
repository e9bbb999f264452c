import type { SentenceBody } from '../../contract/answer.ts';
import type { RepairChangeBody, RepairedBody } from '../../contract/repair.ts';
import type { Pause } from '../../pause.ts';
import type { Span } from '../../text/index.ts';
import type { AnswerInput, AnswerOptions } from '../answer-request.ts';
import { type OffsetTable, offsetTable } from '../offsets.ts';
import { type AnswerRequest, prepareAnswer } from '../prepare-answer.ts';
import type { SentenceToRead } from '../sentences/read-sentences.ts';
import { type Correction, correctionsOf, withCorrection } from './corrections.ts';
import { extentsOf, isOpen, removedSentences, stretchesOf } from './removal.ts';

/** Reads the sentences of a request and checks them, or only those with these numbers. */
export type Check = (
  request: AnswerRequest,
  only?: { readonly only: ReadonlySet<number>; readonly onSentence: undefined },
) => Promise<{ readonly read: readonly SentenceToRead[]; readonly sentences: readonly SentenceBody[] }>;

export interface ToRepair extends Pick<AnswerOptions, 'onCorrections'> {
  readonly request: AnswerRequest;
  readonly read: readonly SentenceToRead[];
  readonly bodies: readonly SentenceBody[];
  readonly check: Check;
  readonly pause: Pause;
}

/** Corrections with which each sentence passes, by its number. */
type Corrected = ReadonlyMap<number, { readonly correction: Correction; readonly read: SentenceToRead }>;
type Change = Pick<RepairChangeBody, 'sentence' | 'action' | 'cause' | 'replacement'> & Span;

/** The answer with the sentences that do not pass removed or marked, or with a value with which they pass. */
export async function repairAnswer(toRepair: ToRepair): Promise<RepairedBody> {
  const { input, prepared } = toRepair.request;
  const table = offsetTable(input.answer, input.offsets);
  const corrected = await correctedSentences(toRepair, table);
  const spans = prepared.sentences.map(({ callerSpan }) => callerSpan);
  const changesOf = input.repair === 'mark' ? markings : removals;
  return writeChanges(input, changesOf(toRepair, corrected, extentsOf(input.answer, spans)), table);
}

async function correctedSentences(toRepair: ToRepair, table: OffsetTable): Promise<Corrected> {
  const { request, read, bodies, check, pause, onCorrections } = toRepair;
  const corrections = correctionsOf(bodies, table);
  if (corrections.length === 0) return new Map();
  const only = new Set(corrections.map(({ sentence }) => sentence));
  const input = corrections.reduceRight(withCorrection, request.input);
  const prepared = await prepareAnswer(input, pause);
  const isSame = (one: SentenceToRead, i: number) => only.has(i) || one.sentence.text === prepared.sentences[i]!.text;
  if (prepared.sentences.length !== read.length || !read.every(isSame)) return new Map();
  await onCorrections?.(corrections.length);
  const again = await check({ input, prepared, sources: request.sources }, { only, onSentence: undefined });
  const passing = corrections.filter((_, i) => again.sentences[i]!.outcome === 'pass');
  return new Map(passing.map((one) => [one.sentence, { correction: one, read: again.read[one.sentence]! }]));
}

function markings({ request, bodies }: ToRepair, corrected: Corrected, extents: readonly Span[]): Change[] {
  return bodies.flatMap((body, sentence): Change[] => {
    if (!isOpen(body)) return [];
    const { start, end } = extents[sentence]!;
    // The mark of a table row goes into its last cell.
    const isRow = request.prepared.sentences[sentence]!.kinded.kind === 'row';
    const written = request.input.answer.slice(start, end);
    const at = start + (isRow ? written.replace(/\|$/, '') : written).trimEnd().length;
    const said = body.verdict === 'UNSUPPORTED' ? 'contradicted by the sources' : 'not confirmed by the sources';
    const value = corrected.get(sentence)?.correction.expected;
    const replacement = value === undefined ? ` [${said}]` : ` [${said}, which have: ${value}]`;
    return [{ start: at, end: at, replacement, sentence, action: 'marked', cause: 'outcome' }];
  });
}

function removals(
  { request: { input, prepared }, read, bodies }: ToRepair,
  corrected: Corrected,
  extents: readonly Span[],
): Change[] {
  const sentences = bodies.map((body, i) => {
    const passing = corrected.get(i)?.read;
    return { body, prepared: prepared.sentences[i]!, read: passing ?? read[i]!, isCorrected: passing !== undefined };
  });
  const gone = removedSentences(sentences);
  const removed = stretchesOf(input.answer, extents, (i) => gone.has(i)).map(
    (one): Change => ({ ...one, replacement: '', action: 'removed', cause: gone.get(one.sentence)! }),
  );
  const kept = [...corrected.values()].filter(({ correction }) => !gone.has(correction.sentence));
  const valued = kept.map(({ correction }): Change => {
    const { sentence, utf16, expected: replacement } = correction;
    return { ...utf16, replacement, sentence, action: 'corrected', cause: 'outcome' };
  });
  return [...removed, ...valued].sort((one, other) => one.start - other.start);
}

/** Changes come in order and in UTF-16 units. */
function writeChanges({ answer, offsets }: AnswerInput, changes: readonly Change[], table: OffsetTable): RepairedBody {
  const pieces: string[] = [];
  let from = 0;
  let shift = 0;
  const bodies = changes.map(({ start, end, replacement, ...about }): RepairChangeBody => {
    pieces.push(answer.slice(from, start), replacement);
    from = end;
    const place = { start: table.fromUtf16(start), end: table.fromUtf16(end), text: answer.slice(start, end) };
    const repaired_start = place.start + shift;
    const repaired_end = repaired_start + offsetTable(replacement, offsets).length;
    shift = repaired_end - place.end;
    return { ...place, replacement, repaired_start, repaired_end, ...about };
  });
  return { text: pieces.join('') + answer.slice(from), changes: bodies };
}
