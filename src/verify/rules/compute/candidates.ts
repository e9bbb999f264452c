import { firstIndex, type Span } from '../../../text/index.ts';
import type { Fact, Name } from '../findings.ts';
import { grouped, oncePer } from '../keyed.ts';
import { words } from '../lexicon/phrases.ts';
import type { SurfaceReading } from '../reading.ts';
import { keysIn, type SourceNumber, sentencesOf, sourceNumbers } from './source-numbers.ts';

/** A document as a part of the reading of all sources. */
export interface ReadDocument extends Span {
  readonly reading: SurfaceReading;
  /** Its tables, whose numbers are compared by rows and columns: places of the reading. */
  readonly tables: readonly Span[];
  /** The offset in the document of the place 0 of the reading. */
  readonly moved: number;
}

/** A number of the source with the words of the claim that belong to it, as sets of bits. */
export interface Candidate {
  readonly number: SourceNumber;
  /** Those of its own part of the sentence. */
  readonly own: number;
  /** The same with those at the start of its sentence. */
  readonly around: number;
  /** The same with those that its sentence takes over from others. */
  readonly held: number;
  /** Those of its whole sentence. */
  readonly inSentence: number;
  /** How many words name it that the claim does not have. */
  readonly others: number;
  /** No other number of its sentence has its unit. */
  readonly isOnly: boolean;
}

/** The words of a claim that a text has, as a set of bits. */
export type SetOf = (held: Pick<ReadonlySet<string>, 'has'>) => number;

/** Numbers that are compared in pairs at most: those that have most words of the claim. */
const MOST_CANDIDATES = 40;
/** A sentence with one of these takes its subject over. */
const GOES_ON = words('it its they their these he his she her this');

export function bitsIn(set: number): number {
  let count = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/** The numbers of the sentences that share words with the claim, those with most of them first. */
export function candidatesIn(
  document: ReadDocument,
  claim: SurfaceReading,
  { setOf, read: readNumbers }: { readonly setOf: SetOf; readonly read: typeof sourceNumbers },
): Candidate[] {
  const isInTable = ({ start, end }: Fact) => document.tables.some((table) => table.start <= start && end <= table.end);
  const numbers = numbersOf(document, readNumbers).filter(({ fact }) => !isInTable(fact));
  const contextOf = oncePerSentence((sentence) => setOf(contextKeys(sentence, claim, document)));
  const inSentenceOf = oncePerSentence((sentence) => {
    const { from, to } = sentencesOf(document.reading).get(sentence)!;
    return setOf(keysIn(document.reading.tokens.slice(from, to)));
  });
  const unitOf = ({ sentence, fact }: SourceNumber) => `${sentence} ${fact.kind} ${fact.unit.split('/')[0]}`;
  const ofUnit = grouped(numbers, (number) => [unitOf(number)], 2);
  const read = numbers.map((number): Candidate => {
    const [own, around] = [setOf(number.own), setOf(number.around)];
    const isOnly = ofUnit.get(unitOf(number))!.length === 1;
    const others = number.named.size - bitsIn(setOf(number.named));
    const [context, inSentence] = [contextOf(number.sentence), inSentenceOf(number.sentence)];
    return { number, own, around, held: around | context, inSentence, others, isOnly };
  });
  const about = new Set(read.flatMap(({ held, number }) => (held === 0 ? [] : [number.sentence])));
  return read
    .filter(({ number }) => about.has(number.sentence))
    .sort((one, other) => bitsIn(other.own) + bitsIn(other.held) - bitsIn(one.own) - bitsIn(one.held))
    .slice(0, MOST_CANDIDATES);
}

/** Reads each sentence when it is first asked for. */
function oncePerSentence<Value>(read: (sentence: number) => Value): (sentence: number) => Value {
  const known = new Map<number, Value>();
  return (sentence) => {
    if (!known.has(sentence)) known.set(sentence, read(sentence));
    return known.get(sentence)!;
  };
}

/** The numbers of a document, those of its tables too. */
export function numbersOf(document: ReadDocument, read = sourceNumbers): readonly SourceNumber[] {
  return partOf(read(document.reading), document, ({ fact }) => fact);
}

/** The items of a document, of those of a whole reading in their order. */
export function partOf<Item>(items: readonly Item[], { start, end }: Span, placeOf: (item: Item) => Span): Item[] {
  const first = firstIndex(items.length, (i) => placeOf(items[i]!).start >= start);
  const past = firstIndex(items.length, (i) => placeOf(items[i]!).start >= end);
  return items.slice(first, past);
}

const NO_WORDS: ReadonlySet<string> = new Set();

/** The subject of each sentence: words up to its second number, as those after it belong to that one. */
const subjectsOf = oncePer((reading: SurfaceReading): ReadonlyMap<number, ReadonlySet<string>> => {
  const numbers = grouped(sourceNumbers(reading), ({ sentence }) => [String(sentence)], 2);
  return new Map(
    [...sentencesOf(reading)].map(([sentence, { from, to }]) => {
      const second = numbers.get(String(sentence))?.[1];
      return [sentence, keysIn(reading.tokens.slice(from, second?.part.from ?? to))] as const;
    }),
  );
});

/** The names of each sentence that are no currency of an amount. */
const namesOfSentences = oncePer(({ names, tokens, facts }: SurfaceReading): ReadonlyMap<string, readonly Name[]> => {
  const ofNumbers = new Set(facts.map(({ fact }) => fact.from));
  return grouped(
    names.filter(({ weak, from }) => !weak && !ofNumbers.has(from)),
    ({ from }) => [String(tokens[from]!.sentence)],
  );
});

/**
 * The words that a sentence takes over from the start of its document and from the sentence before, as a subject is named
 * once; none where it names someone else.
 */
function contextKeys(
  sentence: number,
  claim: SurfaceReading,
  document: ReadDocument,
): Pick<ReadonlySet<string>, 'has'> {
  const { reading } = document;
  const named = namesOfSentences(reading).get(String(sentence)) ?? [];
  const isOther = named.some(({ parts }) => !parts.some((part) => claim.words.has(part)));
  const { from, to } = sentencesOf(reading).get(sentence)!;
  const goesOn = () => reading.tokens.slice(from, to).some(({ lower }) => GOES_ON.has(lower));
  if (isOther && !goesOn()) return new Set();
  const { tokens } = reading;
  const first = tokens[firstIndex(tokens.length, (i) => tokens[i]!.start >= document.start)]?.sentence ?? 0;
  const subjects = subjectsOf(reading);
  const [start, before] = [first, Math.max(first, sentence - 1)].map((one) => subjects.get(one) ?? NO_WORDS) as [
    ReadonlySet<string>,
    ReadonlySet<string>,
  ];
  return { has: (key) => start.has(key) || before.has(key) };
}
