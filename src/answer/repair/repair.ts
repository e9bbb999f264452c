import type { ReasonBody, SentenceBody } from '../../contract/answer.ts';
import type { RepairAction, RepairCause, RepairedBody } from '../../contract/repair.ts';
import type { ReasonCode } from '../../contract/words.ts';
import type { Span } from '../../text/index.ts';
import type { AnswerInput } from '../answer-request.ts';
import { offsetTable } from '../offsets.ts';
import type { PreparedAnswer } from '../prepare-answer.ts';
import type { SentenceToRead } from '../sentences/read-sentences.ts';
import { namingOf } from './names.ts';
import { extentsOf, piecesOf, type Stretch, stretchesOf } from './pieces.ts';
import { isHead, sectionsOf } from './sections.ts';

/** A checked answer, and what is offered for it. */
export interface ToRepair {
  readonly input: AnswerInput;
  readonly prepared: PreparedAnswer;
  readonly read: readonly SentenceToRead[];
  readonly bodies: readonly SentenceBody[];
  /** By sentence, the corrections that pass, each with the sentence as it is read then. */
  readonly corrected: ReadonlyMap<number, { readonly correction: Correction; readonly read: SentenceToRead }>;
}

/** A change in UTF-16 units of the answer. */
interface Change extends Span {
  readonly replacement: string;
  readonly sentence: number;
  readonly action: RepairAction;
  readonly cause: RepairCause;
}

/** The answer with its sentences that do not pass removed or marked. The same for the same bodies. */
export function repairedBody(repairing: ToRepair): RepairedBody {
  const { input, prepared } = repairing;
  const extents = extentsOf(
    input.answer,
    prepared.sentences.map(({ callerSpan }) => callerSpan),
  );
  return writeChanges(input, input.repair === 'mark' ? markings(repairing, extents) : removals(repairing, extents));
}

function writeChanges({ answer, offsets }: AnswerInput, changes: readonly Change[]): RepairedBody {
  const places: Span[] = [];
  let text = '';
  let from = 0;
  for (const { start, end, replacement } of changes) {
    text += answer.slice(from, start);
    places.push({ start: text.length, end: text.length + replacement.length });
    text += replacement;
    from = end;
  }
  text += answer.slice(from);
  const before = offsetTable(answer, offsets);
  const after = offsetTable(text, offsets);
  return {
    text,
    changes: changes.map(({ start, end, replacement, sentence, action, cause }, i) => ({
      start: before.fromUtf16(start),
      end: before.fromUtf16(end),
      text: answer.slice(start, end),
      replacement,
      repaired_start: after.fromUtf16(places[i]!.start),
      repaired_end: after.fromUtf16(places[i]!.end),
      ...{ sentence, action, cause },
    })),
  };
}

function markings({ input, prepared, bodies, corrected }: ToRepair, extents: readonly Span[]): Change[] {
  return bodies.flatMap((body, sentence): Change[] => {
    if (!isOpen(body)) return [];
    const { start, end } = extents[sentence]!;
    const isRow = prepared.sentences[sentence]!.kinded.kind === 'row';
    // The mark of a row stands in its last cell.
    const written = input.answer.slice(start, end);
    const cells = isRow && written.endsWith('|') ? written.slice(0, -1).trimEnd() : written;
    const at = start + cells.length;
    const replacement = ` ${markOf(body, corrected.get(sentence)?.correction)}`;
    return [{ start: at, end: at, replacement, sentence, action: 'marked', cause: 'outcome' }];
  });
}

function markOf({ verdict }: SentenceBody, correction: Correction | undefined): string {
  const said = verdict === 'UNSUPPORTED' ? 'contradicted by the sources' : 'not confirmed by the sources';
  return correction === undefined ? `[${said}]` : `[${said}, which have: ${correction.expected}]`;
}

function isOpen({ outcome }: SentenceBody): boolean {
  return outcome !== null && outcome !== 'pass';
}

function removals(repairing: ToRepair, extents: readonly Span[]): Change[] {
  const { input, corrected } = repairing;
  const { answer } = input;
  const { gone, names } = whatGoes(repairing, extents);
  const stretches: readonly Stretch[] = stretchesOf(answer, piecesOf(answer, extents), (i) => gone.has(i));
  const removed = stretches.map(
    ({ start, end, sentence }): Change => ({
      ...{ start, end, sentence, replacement: '', action: 'removed', cause: gone.get(sentence)! },
    }),
  );
  const named = [...names].map(
    ([sentence, { start, end, text }]): Change => ({
      ...{ start, end, sentence, replacement: text, action: 'named', cause: 'name' },
    }),
  );
  const table = offsetTable(answer, input.offsets);
  const valued = [...corrected].flatMap(([sentence, { correction }]): Change[] => {
    if (gone.has(sentence)) return [];
    const [start, end] = [table.toUtf16(correction.start), table.toUtf16(correction.end)];
    if (!('at' in start && 'at' in end)) return [];
    const replacement = correction.expected;
    return [{ start: start.at, end: end.at, sentence, replacement, action: 'corrected', cause: 'outcome' }];
  });
  return [...removed, ...named, ...valued].toSorted((one, other) => one.start - other.start || one.end - other.end);
}

/** The sentences that go because they do not pass, or with others, each with its first cause; and the names that stay. */
function whatGoes({ input, prepared, read, bodies, corrected }: ToRepair, extents: readonly Span[]) {
  const { sentences } = prepared;
  const gone = new Map<number, RepairCause>();
  const add = (all: readonly number[], cause: RepairCause) => {
    for (const i of all) if (!gone.has(i)) gone.set(i, cause);
  };
  for (const [i, body] of bodies.entries()) if (isOpen(body) && !corrected.has(i)) add([i], 'outcome');
  const quoted = quotedTogether(prepared);
  const sections = sectionsOf(input.answer, sentences, extents);
  const toName = read.map((one, i) => {
    const { plain, name } = corrected.get(i)?.read ?? one;
    return { checked: one.claim !== undefined, plain, name, place: sentences[i]!.callerSpan };
  });
  for (;;) {
    const before = gone.size;
    for (const together of quoted) if (together.some((i) => gone.has(i))) add(together, 'quotation');
    for (const { head, under, kind } of sections) {
      if (kind === 'label' && gone.has(head)) add(under, 'label');
      const said = under.filter((i) => !isHead(sentences[i]!) || bodies[i]!.check_required);
      if (said.length > 0 && said.every((i) => gone.has(i))) add([head], 'heading');
    }
    const { lost, names } = namingOf(input.answer, toName, (i) => gone.has(i));
    add(lost, 'name');
    if (gone.size === before) return { gone, names };
  }
}

/** Of each quotation of several sentences, their numbers: less of it would be another quotation. */
function quotedTogether({ sentences }: PreparedAnswer): number[][] {
  return sentences.flatMap(({ quotations }, first) =>
    quotations.flatMap(({ span }) => {
      const together = [];
      for (let i = first; i < sentences.length && sentences[i]!.span.start < span.end; i += 1) together.push(i);
      return together.length > 1 ? [together] : [];
    }),
  );
}

/** One value of the answer and the value of a source that may stand in its place, in the unit of the request. */
export interface Correction {
  readonly sentence: number;
  readonly start: number;
  readonly end: number;
  readonly found: string;
  readonly expected: string;
}

/** Reasons that set one value beside another. */
const VALUES: readonly ReasonCode[] = ['number_differs', 'date_differs', 'name_differs'];
const MAX_LENGTH = 100;

/** The sentences that do not pass for one value alone, which the source has otherwise. */
export function correctionsOf(sentences: readonly SentenceBody[]): Correction[] {
  return sentences.flatMap(({ outcome, reasons }, sentence) => {
    const value = outcome !== null && outcome !== 'pass' && reasons.length === 1 ? oneValue(reasons[0]!) : undefined;
    return value === undefined ? [] : [{ sentence, ...value }];
  });
}

function oneValue({ code, expected, found }: ReasonBody): Omit<Correction, 'sentence'> | undefined {
  if (!VALUES.includes(code) || expected === null || found === null) return undefined;
  const isValue = expected.text.length <= MAX_LENGTH && !/[\n\r[\]|]/.test(expected.text + found.text);
  const { start, end, text } = found;
  return isValue && expected.text !== text ? { start, end, found: text, expected: expected.text } : undefined;
}

/** The request with all of the corrections made: explicit citations stay on the words that they are about. */
export function correctedInput(input: AnswerInput, corrections: readonly Correction[]): AnswerInput {
  const { answer, offsets, citations } = input;
  const table = offsetTable(answer, offsets);
  const at = (offset: number) => {
    const place = table.toUtf16(offset);
    if ('problem' in place) throw new Error(`A place of the answer is none: ${place.problem}. This is a bug.`);
    return place.at;
  };
  let from = 0;
  let corrected = '';
  for (const { start, end, expected } of corrections) {
    corrected += answer.slice(from, at(start)) + expected;
    from = at(end);
  }
  return {
    ...{ ...input, answer: corrected + answer.slice(from) },
    ...(typeof citations === 'string' ? {} : { citations: citations.map(moved) }),
  };

  function moved<T extends { readonly start: number; readonly end: number }>(cited: T): T {
    return { ...cited, start: shifted(cited.start), end: shifted(cited.end) };
  }

  /** An offset inside a value moves to its end. */
  function shifted(offset: number): number {
    let by = 0;
    for (const { start, end, expected } of corrections) {
      if (offset <= start) break;
      by += offsetTable(expected, offsets).length - (Math.min(offset, end) - start);
    }
    return offset + by;
  }
}
