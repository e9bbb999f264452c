import { isFunctionWord, type Span, sentenceWords, wordKey } from '../../text/index.ts';
import type { ExaminedSpan } from '../examine/features.ts';
import type { WrittenText, WrittenWord } from '../read/written-text.ts';
import { describeFinding, describeUnequal, isSatisfied, shown } from '../rules/compare/describe-finding.ts';
import type { Both, Fact, Finding, SurfaceFindings } from '../rules/findings.ts';
import type { SurfaceReading } from '../rules/index.ts';
import { TELLING, TURNING } from '../rules/lexicon/telling-words.ts';

/** What the words of a claim span and of one premise say beside each other; all of it is true of these two texts. */
export interface Differences {
  /** Numbers, dates and names of which the premise has another. */
  readonly conflicting: readonly Finding[];
  /** "the source says 350 people where the claim says 530 people" */
  readonly conflicts: readonly string[];
  /** Values that do not exclude each other but are written otherwise: "the source says 350 where the claim says 300 or more". */
  readonly unequal: readonly string[];
  /** "420 is more than 400" */
  readonly satisfied: readonly string[];
  /** "both say 2014", and what is satisfied. */
  readonly agreements: readonly string[];
  readonly negation: string | undefined;
  /** Facts and names of the claim that the premise does not hold. */
  readonly absent: readonly WrittenPart[];
  /** Content words of the claim that the premise does not hold, and where there are none, the telling small words. */
  readonly words: readonly WrittenPart[];
  /** Words of the premise that the claim does not have: those that turn a statement round, and the others when few. */
  readonly added: readonly WrittenPart[];
  /** Where the texts differ: offsets into the claim span and into the premise. */
  readonly claimPlaces: readonly Span[];
  readonly sourcePlaces: readonly Span[];
}

/** A claim span and the premise that decided it, read in every way. */
export interface DecidedTexts {
  readonly examined: ExaminedSpan;
  readonly texts: Both<string>;
  readonly words: Both<WrittenText>;
  readonly readings: Both<SurfaceReading>;
  /** What the rules find in the two texts; of a sentence that the span copies, what differs. */
  readonly findings: SurfaceFindings;
  /** The words of the whole source; those of the premise where the claim has no others. */
  readonly everywhere: WrittenText;
}

export function differencesOf(decided: DecidedTexts): Differences {
  const { texts, words: compared, findings } = decided;
  const { facts, names, negation } = findings;
  const all: readonly Finding[] = [...facts, ...names];
  const having = (status: Finding['status']) =>
    described(all, (finding) => (finding.status === status ? describeFinding(finding, texts) : undefined));
  const conflicts = having('conflict');
  const absent = absentParts(all, decided);
  const isWritten = ({ claim }: Finding) => holdsAll(compared.source, texts.claim.slice(claim.start, claim.end));
  const unequal = described(facts, (fact) => (isWritten(fact) ? undefined : describeUnequal(fact, texts)));
  const said = [...conflicts, ...unequal].map(({ finding }) => finding);
  const matching = all.filter(({ status }) => status === 'match');
  const met = matching.filter(isBoundMet);
  const told = [...said, ...matching].map(({ claim }) => withBound(claim, decided.readings.claim));
  const words = missingWords(decided, [...absent, ...told]);
  const exchanged = [...said, ...met].flatMap(({ source: other }) => other ?? []);
  const conflicting = conflicts.flatMap(({ finding }) => finding.source ?? []);
  const isPlain = conflicts.length > 0 || negation;
  const added = addedWords(compared, exchanged);
  return {
    conflicting: conflicts.map(({ finding }) => finding),
    unequal: distinct(unequal.map(({ clause }) => clause)),
    conflicts: distinct(conflicts.map(({ clause }) => clause)),
    satisfied: distinct(described(met, (finding) => describeFinding(finding, texts)).map(({ clause }) => clause)),
    agreements: distinct(having('match').map(({ clause }) => clause)),
    negation: negation ? negationIn(decided) : undefined,
    absent,
    words,
    added,
    claimPlaces: [...said.map(({ claim }) => claim), ...absent, ...words],
    sourcePlaces: isPlain
      ? [...conflicting, ...(negation ? negationPlaces(decided.readings.source) : [])]
      : [...exchanged, ...added],
  };
}

/** The words of a value with those of its bound: "more than 400". */
function withBound(part: Finding['claim'], { tokens }: SurfaceReading): Span {
  return 'kind' in part
    ? { start: Math.min(part.start, tokens[part.boundFrom]?.start ?? part.start), end: part.end }
    : part;
}

function isBoundMet(finding: Finding): boolean {
  return 'kind' in finding.claim && isSatisfied(finding as Finding<Fact>);
}

const ORDINAL_OR_COUNT: ReadonlySet<string> = new Set(['ordinal', 'number']);

/** The findings of which there is something to say, with what it is. */
function described<One extends Finding>(findings: readonly One[], clauseOn: (finding: One) => string | undefined) {
  return findings.flatMap((finding) => {
    const clause = clauseOn(finding);
    return clause === undefined ? [] : [{ finding, clause }];
  });
}

/** The facts and names of a span that the rules find nowhere in the source. */
export function absentFromSource({ findings: { source } }: ExaminedSpan): Finding[] {
  return [...source.facts, ...source.names].filter(({ status }) => status === 'absent');
}

/** Absent to the rules and to the eye: what the rules cannot relate may well stand in the text as it is written. */
function absentParts(all: readonly Finding[], { examined, texts, words, everywhere }: DecidedTexts): WrittenPart[] {
  const absent = all.filter(({ status, source }) => status === 'absent' && source === undefined);
  const nowhere = new Set(absentFromSource(examined).map(({ claim }) => claim.start));
  const isLacking = (text: WrittenText, claim: Finding['claim']) => {
    // "the third of March" beside "3 March": the rules cannot relate them, but the number is there.
    const isInDigits = 'kind' in claim && ORDINAL_OR_COUNT.has(claim.kind) && text.words.has(String(claim.low));
    return !isInDigits && !holdsAll(text, texts.claim.slice(claim.start, claim.end));
  };
  return absent.flatMap(({ claim }) => {
    const { start, end } = claim;
    if (!isLacking(words.source, claim)) return [];
    const isNowhere = nowhere.has(start) && isLacking(everywhere, claim);
    return [{ start, end, text: shown(claim, texts.claim), nowhere: isNowhere }];
  });
}

function negationIn({ readings }: DecidedTexts): string {
  const { claim, source } = readings;
  const cue = ({ tokens, negations }: SurfaceReading) => `"${tokens[negations[0]!.at]!.text}"`;
  if (claim.negations.length === 1 && source.negations.length === 0)
    return `the claim is negated (${cue(claim)}) and the quotation is not`;
  if (claim.negations.length === 0 && source.negations.length === 1)
    return `the quotation is negated (${cue(source)}) and the claim is not`;
  return 'one of the two is negated';
}

function negationPlaces({ tokens, negations }: SurfaceReading): Span[] {
  return negations.map(({ at }) => tokens[at]!);
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}

/** A part of a text, as written. */
export interface WrittenPart extends Span {
  readonly text: string;
  /** The whole source does not hold it either. */
  readonly nowhere: boolean;
}

/** Longer runs of letters are no words: scripts without spaces, codes. */
const MAX_WORD = 40;

/** Whether every word of the part is among the words, in whatever letter case. */
function holdsAll({ words }: WrittenText, part: string): boolean {
  return sentenceWords(part).every((word) => words.has(word));
}

function wordsOf({ written }: WrittenText): readonly WrittenWord[] {
  return written.filter(({ text }) => text.length <= MAX_WORD);
}

/** Content words of one text that another has in no form. */
export function contentMissing(text: WrittenText, { keys }: WrittenText): readonly WrittenWord[] {
  return wordsOf(text).filter(({ content }) => content.some((word) => !keys.has(word)));
}

/** Content words of the claim that the source does not hold, and where there are none, small words that tell something. */
function missingWords({ words: { claim, source }, everywhere }: DecidedTexts, named: readonly Span[]): WrittenPart[] {
  const content = apartFrom(named, contentMissing(claim, source));
  const isTelling = (word: string) => TELLING.has(word) && !source.words.has(word);
  const found = content.length > 0 ? content : wordsOf(claim).filter(({ words }) => words.some(isTelling));
  const isNowhere = ({ content: keys }: WrittenWord) =>
    keys.length > 0 && keys.every((key) => !everywhere.keys.has(key));
  return distinctParts(apartFrom(named, found), isNowhere);
}

/** How the claim's content words stand in a text that lacks none of them. */
export function sameWords({ claim, source }: Both<WrittenText>): 'in_order' | 'in_another_order' | 'in_other_forms' {
  const wanted = [...new Set(claim.inOrder.filter((word) => !isFunctionWord(word)))];
  const there = new Set(source.inOrder);
  if (!wanted.every((word) => there.has(word))) return 'in_other_forms';
  let at = 0;
  for (const word of source.inOrder) if (word === wanted[at]) at += 1;
  return at === wanted.length ? 'in_order' : 'in_another_order';
}

/** What a reader takes in at a glance; where more differs, the texts speak of different things. */
const MAX_ADDED = 4;

/** Words of the source that the claim does not have: those that turn a statement round, and the others when few. */
function addedWords({ claim, source }: Both<WrittenText>, named: readonly Span[]): WrittenPart[] {
  const turns = ({ text }: WrittenWord) => text !== 'May' && TURNING.has(text.toLowerCase());
  const turning = distinctParts(
    wordsOf(source).filter((word) => turns(word) && !claim.words.has(word.text.toLowerCase())),
  );
  const others = contentMissing(source, claim).filter((word) => !turns(word));
  const content = distinctParts(apartFrom(named, others));
  const isFew = content.length + turning.length <= MAX_ADDED;
  return isFew ? [...turning, ...content].sort((a, b) => a.start - b.start) : turning.slice(0, MAX_ADDED);
}

/** Where words of the claim stand in the source, for choosing what to quote of a long text. */
export function sharedPlaces({ claim, source }: Both<WrittenText>): readonly Span[] {
  const wanted = new Set(claim.inOrder.filter((word) => !isFunctionWord(word)).map(wordKey));
  return source.written.filter(({ keys }) => keys.some((key) => wanted.has(key)));
}

function distinctParts(words: readonly WrittenWord[], isNowhere = (_: WrittenWord) => false): WrittenPart[] {
  const first = new Map<string, WrittenPart>();
  for (const word of words) {
    const { start, end, text } = word;
    const key = text.toLowerCase();
    if (!first.has(key)) first.set(key, { start, end, text, nowhere: isNowhere(word) });
  }
  return [...first.values()];
}

/** The words, in their order, that touch none of the spans. */
function apartFrom(spans: readonly Span[], words: readonly WrittenWord[]): WrittenWord[] {
  const ordered = spans.toSorted((a, b) => a.start - b.start);
  let next = 0;
  let reach = Number.NEGATIVE_INFINITY;
  return words.filter(({ start, end }) => {
    // Of the spans that begin before the word's end, the one that goes furthest tells.
    while (next < ordered.length && ordered[next]!.start < end) reach = Math.max(reach, ordered[next++]!.end);
    return reach <= start;
  });
}
