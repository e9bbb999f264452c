import { finished, isFunctionWord, partOfSpeech, type Table, type TableCell, type Token } from '../../../text/index.ts';
import type { Fact } from '../findings.ts';
import { grouped, oncePer } from '../keyed.ts';
import { words } from '../lexicon/phrases.ts';
import { MEASURED, OFFSETS, UNSURE, VERBS_AS_NOUNS } from '../lexicon/prose-words.ts';
import { quantityKey } from '../lexicon/table-words.ts';
import { type SurfaceReading, surfaceReading } from '../reading.ts';
import { sentencesOf } from './source-numbers.ts';
import { tableIndex } from './table-index.ts';

/** A sentence that gives values of one unit to two or more named things, as a table of their names and values. */
export interface ProseTable {
  readonly table: Table;
  /** The values of its rows. */
  readonly values: readonly ProseValue[];
  /** The measured quantity: "price". */
  readonly measured: string;
  /** The names are what is counted: "14 girls and 12 boys". */
  readonly isCounted: boolean;
  /** No two of its parts have different verbs: "Ann paid $5 and Bob received $7". */
  readonly isOneVerb: boolean;
  /** The words of the sentence. */
  readonly words: ReadonlySet<string>;
}

/** A value by its tokens. */
type ProseValue = Pick<Fact, 'from' | 'to' | 'low' | 'high' | 'unit' | 'kind' | 'nouns'>;

/** Longer sentences and lists are no comparison that a reader makes. */
const MOST_TOKENS = 80;
const MOST_VALUES = 12;
const MOST_FACTS = 24;
const DIVIDERS = words(', ; and but while whereas');
/** "71 % in the call group, compared with 48 % in the control group" */
const COMPARES = words('compared versus vs');
const COMPARES_WITH = words('with to');
/** Before these there is another clause than that of the first value. */
const STARTS = words(', ; : — –');
const BE = words('is are was were aged turned age');
const KINDS: ReadonlySet<Fact['kind']> = new Set(['number', 'money', 'percent', 'date', 'year', 'duration', 'measure']);
const ONE = words('one ones that those');

const tablesOf = new WeakMap<SurfaceReading, readonly ProseTable[]>();

/** The sentences of a reading that give values to named things; those of a long text are read before. */
export function proseTables(reading: SurfaceReading): readonly ProseTable[] {
  return tablesOf.get(reading) ?? finished(proseTableSteps(reading));
}

/** Reads these sentences with a step for each, and keeps them. */
export function* proseTableSteps(reading: SurfaceReading): Generator<undefined, readonly ProseTable[]> {
  const known = tablesOf.get(reading);
  if (known !== undefined) return known;
  const ofSentences = grouped(
    reading.facts.map(({ fact }) => fact),
    ({ from }) => [String(reading.tokens[from]!.sentence)],
    MOST_FACTS,
  );
  const found: ProseTable[] = [];
  for (const [sentence, own] of ofSentences) {
    const prose = tableOfSentence(reading, Number(sentence), own);
    if (prose !== undefined) {
      // Every claim is compared with it.
      tableIndex(prose.table);
      found.push(prose);
    }
    yield;
  }
  tablesOf.set(reading, found);
  return found;
}

function tableOfSentence(reading: SurfaceReading, sentence: number, facts: readonly Fact[]): ProseTable | undefined {
  if (facts.length < 2 || facts.length === MOST_FACTS || !isPlain(reading, sentence)) return undefined;
  const { from, to } = sentencesOf(reading).get(sentence)!;
  const isOffset = reading.tokens.slice(from, to).some(({ lower }) => OFFSETS.has(lower));
  return isOffset ? undefined : tableOf(reading, { from, to, facts });
}

/** The names and values of a sentence, and the table of them with its other words as title. */
interface Named extends Pick<ProseTable, 'values' | 'measured'> {
  readonly names: readonly (readonly Token[])[];
  readonly cells: readonly TableCell[];
  /** The tokens of its numbers, which are no words of the title. */
  readonly held: readonly Pick<Fact, 'from' | 'to'>[];
}

function withRows(tokens: readonly Token[], { from: first, to: past }: Sentence, named: Named) {
  const { names, cells, held, values, measured } = named;
  const said = tokens.slice(first, past);
  const span = { start: said[0]!.start, end: said.at(-1)!.end };
  const textOf = (some: readonly Token[]) => some.map(({ text }) => text).join(' ');
  const rows = cells.map((cell, i) => ({ ...span, cells: [{ ...span, text: textOf(names[i]!) }, cell] }));
  const columns = ['', measured].map((name) => ({ name, currency: '', scale: '', unit: '', isOfTitle: false }));
  const isHeld = (token: Token, at: number) =>
    names.some((name) => name.includes(token)) || held.some(({ from, to }) => from <= at && at < to);
  const title = textOf(said.filter((token, i) => !isHeld(token, first + i)));
  const words = new Set(said.map(({ lower }) => lower));
  return { table: { ...span, title, context: '', rows, columns }, values, measured, words };
}

const deniedSentences = oncePer(
  ({ negations, tokens }: SurfaceReading): ReadonlySet<number> =>
    new Set(negations.map(({ at }) => tokens[at]!.sentence)),
);

/** True if a sentence is short and states facts. */
function isPlain(reading: SurfaceReading, sentence: number): boolean {
  const { from, to } = sentencesOf(reading).get(sentence)!;
  const isShort = to - from <= MOST_TOKENS && !deniedSentences(reading).has(sentence);
  return isShort && !reading.tokens.slice(from, to).some(isUnsure);
}

/** "May" is a month. */
function isUnsure({ lower, text }: Token): boolean {
  return UNSURE.has(lower) && text !== 'May';
}

interface Sentence {
  readonly from: number;
  readonly to: number;
  readonly facts: readonly Fact[];
}

function tableOf(reading: SurfaceReading, sentence: Sentence): ProseTable | undefined {
  const { tokens, text } = reading;
  const values = partsOfTotal(tokens, valuesOf(reading, sentence));
  const parts = values && values.length <= MOST_VALUES ? partsOf(tokens, sentence, values) : undefined;
  const named = parts && namesOf(parts);
  if (values === undefined || parts === undefined || named === undefined) return undefined;
  const said = tokens.slice(sentence.from, sentence.to);
  // Words that several names share name none of them, nor does what "one" stands for.
  const own = withoutShared(named.names);
  const isElided = named.hasOne || named.names.slice(1).some((name) => name.length === 1 && isModifier(name[0]!));
  if (isElided && own[0]!.length > 1) own[0]!.splice(own[0]!.indexOf(headOf(said, own[0]!)), 1);
  if (own.some((name) => name.length === 0)) return undefined;
  const cells = values.map(({ from, to }) => {
    const [start, end] = [tokens[from]!.start, tokens[to - 1]!.end];
    return { start, end, text: text.slice(start, end) };
  });
  const verbs = new Set(
    parts.flatMap(({ before }) =>
      before.flatMap(({ lower, lemma }) => (partOfSpeech(lower) === 'VERB' ? [lemma] : [])),
    ),
  );
  const measured = measuredBy(tokens, values[0]!);
  const read = withRows(tokens, sentence, { names: own, values, cells, measured, held: values });
  return { ...read, isCounted: named.isCounted, isOneVerb: verbs.size < 2 };
}

/** "40 animals: 30 mammals, 6 reptiles and 4 birds": the first value is of all. */
function partsOfTotal(tokens: readonly Token[], values: readonly ProseValue[] | undefined) {
  const [total, first, second] = values ?? [];
  const isBeforeParts =
    second !== undefined &&
    total!.kind !== 'time' &&
    tokens.slice(total!.to, first!.from).some(({ text }) => text === ':');
  return isBeforeParts ? values!.slice(1) : values;
}

/** The words of each name that no other name has. */
function withoutShared(names: readonly (readonly Token[])[]): Token[][] {
  const keys = names.map((name) => name.map(({ lower }) => quantityKey(lower)));
  return names.map((name, i) =>
    name.filter((_, at) => !keys.some((other, j) => j !== i && other.includes(keys[i]![at]!))),
  );
}

function measuredBy(tokens: readonly Token[], value: ProseValue): string {
  const { unit, nouns, from, to } = value;
  const isAge = unit === '' && nouns.length === 0 && BE.has(tokens[from - 1]?.lower ?? '');
  return tokens[to]?.lower === 'old' || isAge ? 'age' : measuredOf(value);
}

export function measuredOf({ kind, unit }: Pick<Fact, 'kind' | 'unit'>): string {
  return MEASURED[kind === 'money' ? kind : unit] ?? 'value';
}

/** The values of the one unit that several of a sentence have; undefined where there is no such unit, or one is no plain value. */
function valuesOf(reading: SurfaceReading, { facts, from, to }: Sentence): readonly ProseValue[] | undefined {
  const { tokens } = reading;
  const clocks = tokens.slice(from, to).flatMap((_, i) => clockAt(reading, from + i) ?? []);
  if (clocks.length > 1) return clocks;
  const read = facts.flatMap((fact) => (fact.kind === 'identifier' ? (numberIn(reading, fact) ?? []) : [fact]));
  const plain = read.filter(({ kind }) => KINDS.has(kind));
  const units = [...grouped(withUnits(plain), ({ unit }) => [unit])].filter(([, own]) => own.length > 1);
  const [first, ...others] = units.length > 1 ? units.filter(([unit]) => unit !== 'date' && unit !== '') : units;
  if (first === undefined || others.length > 0) return undefined;
  const [unit, own] = first;
  const isExact = ({ bound, low, high, from: start }: Fact) =>
    bound === 'exact' &&
    (unit === 'date' ? Number.isFinite(low + high) : low === high) &&
    tokens[start]!.type !== 'break';
  return own.every(isExact) ? own.toSorted((one, other) => one.from - other.from) : undefined;
}

/** "50 minutes, the bus 35" and "9 euros a month, plan B 14 euros" have one unit, which only the first value states. */
function withUnits(facts: readonly Fact[]): readonly Fact[] {
  const [first, ...others] = facts;
  if (first === undefined || first.unit === '' || others.length === 0 || first.unit === 'date') return facts;
  const isElided = ({ unit, nouns, kind }: Fact) =>
    first.unit.startsWith(`${unit}/`) || (unit === '' && nouns.length === 0 && kind === 'number');
  if (!others.every(isElided)) return facts;
  const { unit, kind } = first;
  const factor = first.low / Number(first.written);
  const ofUnit = (fact: Fact) => Number((Number(fact.written) * factor).toPrecision(14));
  return Number.isFinite(factor)
    ? [first, ...others.map((fact) => ({ ...fact, unit, kind, low: ofUnit(fact), high: ofUnit(fact) }))]
    : facts;
}

/** "Bodo 388" is a name and its number where the name before it has one too. */
function numberIn({ text, tokens }: SurfaceReading, { from, to }: Fact): Fact | undefined {
  const behind = tokens.slice(from + 1, to).findIndex(({ type }) => type === 'number');
  if (behind < 0) return undefined;
  const at = from + 1 + behind;
  const { start } = tokens[at]!;
  const fact = surfaceReading(text.slice(start, start + 40)).facts[0]?.fact;
  return fact?.from === 0 ? { ...fact, from: at, to: at + fact.to } : undefined;
}

/** "41:20" and "2:10:05" as seconds. */
function clockAt({ tokens, text }: SurfaceReading, at: number): ProseValue | undefined {
  const from = tokens[at]!;
  if (from.type !== 'number' || tokens[at + 1]?.text !== ':' || tokens[at - 1]?.text === ':') return undefined;
  const written = /^(\d{1,3}):([0-5]\d)(?::([0-5]\d))?(?![\d:]|\.\d|\s?[ap]\.?m\b)/i.exec(
    text.slice(from.start, from.start + 12),
  );
  if (written === null) return undefined;
  const [one, two, three] = written.slice(1).map(Number);
  const low = written[3] === undefined ? one! * 60 + two! : one! * 3600 + two! * 60 + three!;
  const to = at + (written[3] === undefined ? 3 : 5);
  return { from: at, to, low, high: low, kind: 'time', nouns: [], unit: 'clock' };
}

interface Part {
  readonly before: readonly Token[];
  readonly after: readonly Token[];
  /** It follows "compared with". */
  readonly isCompared: boolean;
}

/** Tokens of a phrase before the first value: "In the call group,". */
const MOST_OF_PHRASE = 8;

/** "Compared with", "versus". */
function isComparing(tokens: readonly Token[], at: number): boolean {
  const [before, { lower }] = [tokens[at - 1]?.lower ?? '', tokens[at]!];
  return COMPARES.has(lower) || (before === 'compared' && COMPARES_WITH.has(lower));
}

/** The words before and after each value up to the mark or conjunction between two of them; undefined where there is not one. */
function partsOf(
  tokens: readonly Token[],
  { from, to }: Sentence,
  values: readonly ProseValue[],
): readonly Part[] | undefined {
  const isDivider = (at: number) => DIVIDERS.has(tokens[at]!.lower) || isComparing(tokens, at);
  let start = from;
  for (let at = from; at < values[0]!.from; at += 1) if (STARTS.has(tokens[at]!.text)) start = at + 1;
  // "In the call group, 71 %"
  const isPhrase = start - from <= MOST_OF_PHRASE && isPreposition(tokens[from]!);
  if (isPhrase && tokens.slice(values[0]!.to, to).some(({ lower }) => COMPARES.has(lower))) start = from;
  const parts: Part[] = [];
  for (const [i, value] of values.entries()) {
    const next = values[i + 1]?.from ?? to;
    let end = value.to;
    while (end < next && !isDivider(end) && !/^[.:!?)]$/.test(tokens[end]!.text)) end += 1;
    const isCompared = tokens
      .slice(parts.length === 0 ? start : values[i - 1]!.to, start)
      .some(({ lower }) => COMPARES.has(lower));
    parts.push({ before: tokens.slice(start, value.from), after: tokens.slice(value.to, end), isCompared });
    start = end;
    while (start < next && (isDivider(start) || tokens[start]!.text === ')')) start += 1;
    for (let at = start; at < next; at += 1) if (values[i + 1] !== undefined && isDivider(at)) return undefined;
    if (values[i + 1] !== undefined && start === end) return undefined;
  }
  return parts;
}

interface Names {
  readonly names: Token[][];
  readonly isCounted: boolean;
  readonly hasOne: boolean;
}

/** The name of each value: all of them before it, behind a preposition after it, or the noun that is counted. */
function namesOf(parts: readonly Part[]): Names | undefined {
  const [first, ...others] = parts;
  const given = (names: Token[][], isCounted = false): Names => ({
    names,
    isCounted,
    hasOne: parts.some(({ before, after }) => [...before, ...after].some(({ lower }) => ONE.has(lower))),
  });
  const isBefore = others.every(({ before }) => contentOf(before).length > 0);
  if (isBefore) {
    const second = others[0]!.before[0]!;
    const isPhrase = isPreposition(second);
    if (isPhrase && first!.before[0]?.lower !== second.lower) return undefined;
    const behind = new Set(first!.after.map(({ lower }) => lower));
    const isSame = others.every(({ after }) => contentOf(after).every(({ lower }) => behind.has(lower)));
    return isSame && others.every(({ before }) => !isPhrase || isPreposition(before[0]!))
      ? given(parts.map(({ before }) => nameIn(isPhrase ? phraseIn(before) : before)))
      : undefined;
  }
  if (others.some(({ before }) => before.length > 0)) return undefined;
  const at = parts.map(({ after }) => after.findIndex((token) => isPreposition(token)));
  const [, two] = at;
  if (two === 0 && at.every((i, n) => i >= 0 && parts[n]!.after[i]!.lower === others[0]!.after[0]!.lower))
    return given(parts.map(({ after }, i) => contentOf(after.slice(at[i]! + 1))));
  // "In the call group 71 % exercised, compared with 48 % in the control group."
  if (two === 0 && others.every(({ isCompared }) => isCompared)) {
    const [lead] = first!.before;
    const isPhrase = lead !== undefined && isPreposition(lead);
    const subject = isPhrase ? contentOf(phraseIn(first!.before)) : nameIn(first!.before);
    return given([subject, ...others.map(({ after }) => contentOf(phraseIn(after)))]);
  }
  const counted = parts.map(({ after }) => {
    const end = after.findIndex((token) => isPreposition(token) || isVerb(token.lower));
    return contentOf(end < 0 ? after : after.slice(0, end));
  });
  return counted.every((name) => name.length > 0 && name.length < 4) ? given(counted, true) : undefined;
}

/** "By bus the trip takes": the words behind the preposition, up to the next function word. */
function phraseIn([, ...words]: readonly Token[]): readonly Token[] {
  const end = words.findIndex(({ lower, type }, i) => i > 0 && (type === 'symbol' || isFunctionWord(lower)));
  return end < 0 ? words : words.slice(0, end);
}

/** The words before the verb, without what leads to the value: "the tunnel followed in". */
function nameIn(before: readonly Token[]): Token[] {
  const verb = before.findIndex(({ lower }, i) => i > 0 && isVerb(lower));
  const name = contentOf(verb < 0 ? before : before.slice(0, verb));
  // "In the final Ksenia needed"
  const led = before.length > 0 && isPreposition(before[0]!) ? name.slice(name.findLastIndex(isLower) + 1) : name;
  return led.length > 0 && isVerb(led[0]!.lower) ? [] : led;
}

function isLower({ text }: Token): boolean {
  return !/^\p{Lu}/u.test(text);
}

function isVerb(word: string): boolean {
  const part = partOfSpeech(word);
  return part === 'VERB' || part === 'AUX' || VERBS_AS_NOUNS.has(word);
}

function isPreposition({ lower }: Token): boolean {
  return partOfSpeech(lower) === 'ADP';
}

function contentOf(tokens: readonly Token[]): Token[] {
  return tokens.filter(({ type, lower }) => type !== 'symbol' && type !== 'break' && !isFunctionWord(lower));
}

/** "the second", "the green": the noun is that of the first name. */
function isModifier({ lower, text }: Token): boolean {
  return partOfSpeech(lower) === 'ADJ' && lower === text;
}

/** The noun of a name: the word before its first preposition, or the last. */
function headOf(tokens: readonly Token[], name: readonly Token[]): Token {
  const at = name.findIndex((token) => {
    const next = tokens[tokens.indexOf(token) + 1];
    return next !== undefined && isPreposition(next);
  });
  return name[at < 0 ? name.length - 1 : at]!;
}
