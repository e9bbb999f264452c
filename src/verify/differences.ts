import { type Span, sentenceWords } from '../text/index.ts';
import type { Basis } from './audit-trail.ts';
import type { ExaminedSpan } from './examine.ts';
import { FUNCTION_WORDS } from './function-words.ts';
import { type DescribedTexts, describeFinding, shown } from './rules/describe.ts';
import { readSurface } from './rules/index.ts';
import { stem } from './rules/stem.ts';
import type { FactFinding, NameFinding } from './rules/types.ts';

/** What the words of a claim span and of one premise say beside each other; all of it is true of these two texts. */
export interface Differences {
  /** "the source says 350 people where the claim says 530 people" */
  readonly conflicts: readonly string[];
  /** "both say 2014" */
  readonly agreements: readonly string[];
  readonly negation: string | undefined;
  /** Facts and names of the claim that the premise does not hold. */
  readonly absent: readonly MissingPart[];
  /** Content words of the claim that the premise does not hold, and where there are none, the telling small words. */
  readonly words: readonly MissingPart[];
  /** Where the texts differ: offsets into the claim span and into the premise. */
  readonly claimPlaces: readonly Span[];
  readonly sourcePlaces: readonly Span[];
}

/** A part of the claim span, as written. */
export interface MissingPart extends Span {
  readonly text: string;
  /** The whole source does not hold it either. */
  readonly nowhere: boolean;
}

export interface ComparedWords {
  readonly examined: ExaminedSpan;
  readonly basis: Basis;
  readonly texts: DescribedTexts;
  /** The whole source. */
  readonly source: string;
}

type Finding = FactFinding | NameFinding;

interface PremiseFindings {
  readonly all: readonly Finding[];
  readonly negation: boolean;
}

/** The findings of exactly the premise that decided. */
function findingsOf({ findings, copied }: ExaminedSpan, basis: Basis): PremiseFindings {
  if (basis === 'surface') return { all: [], negation: false };
  if (basis === 'copied') {
    const { facts = [], names = [], negation = false } = copied?.differences ?? {};
    return { all: [...facts, ...names], negation };
  }
  const { facts, nameFindings, negation } = findings[basis];
  return { all: [...facts, ...nameFindings], negation };
}

export function differencesOf({ examined, basis, texts, source }: ComparedWords): Differences {
  const { all, negation } = findingsOf(examined, basis);
  const said = (status: Finding['status']) =>
    all.flatMap((finding) => {
      const clause = finding.status === status ? describeFinding(finding, texts) : undefined;
      return clause === undefined ? [] : [{ finding, clause }];
    });
  const conflicts = said('conflict');
  const absent = absentParts(all, examined, { texts, source });
  const words = missingWords(texts, [...absent, ...conflicts.map(({ finding }) => finding.claim)]);
  return {
    conflicts: distinct(conflicts.map(({ clause }) => clause)),
    agreements: distinct(said('match').map(({ clause }) => clause)),
    negation: negation ? negationIn(texts) : undefined,
    absent,
    words,
    claimPlaces: [...conflicts.map(({ finding }) => finding.claim), ...absent, ...words],
    sourcePlaces: [
      ...conflicts.flatMap(({ finding }) => finding.source ?? []),
      ...(negation ? negationPlaces(texts.source) : []),
    ],
  };
}

/** Absent to the rules and to the eye: what the rules cannot relate may well stand in the text as it is written. */
function absentParts(
  all: readonly Finding[],
  { findings }: ExaminedSpan,
  { texts, source }: Pick<ComparedWords, 'texts' | 'source'>,
): MissingPart[] {
  const absent = all.filter(({ status }) => status === 'absent');
  if (absent.length === 0) return [];
  const nowhere = new Set(
    [...findings.source.facts, ...findings.source.nameFindings]
      .filter(({ status }) => status === 'absent')
      .map(({ claim }) => claim.start),
  );
  const lacks = (text: string, { start, end }: Span) => !holdsAll(wordSet(text), texts.claim.slice(start, end));
  return absent.flatMap(({ claim }) => {
    const { start, end } = claim;
    if (!lacks(texts.source, claim)) return [];
    return [{ start, end, text: shown(claim, texts.claim), nowhere: nowhere.has(start) && lacks(source, claim) }];
  });
}

/** A word as it is written, numbers with their points and hyphenated words whole. */
const WRITTEN = /[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}'’.,:-]*[\p{L}\p{N}\p{M}])?/gu;
/** Longer runs of letters are no words: scripts without spaces, codes. */
const LONGEST_WORD = 40;

/** Small words that turn a statement round or bound it. */
const TURNING =
  `not no nor never neither without only except exception unless until before after if whether could may might
  must should would cannot`.split(/\s+/);
const TELLING: ReadonlySet<string> = new Set([
  ...TURNING,
  ...`during since above below over under between against from into to by off all any both each every few more most
  least less than same other can will or but once again`.split(/\s+/),
]);

function wordSet(text: string): ReadonlySet<string> {
  return new Set([...sentenceWords(text), ...(text.match(WRITTEN) ?? []).flatMap(sentenceWords)]);
}

function holdsAll(words: ReadonlySet<string>, part: string): boolean {
  return sentenceWords(part).every((word) => words.has(word));
}

function missingWords({ claim, source }: DescribedTexts, named: readonly Span[]): MissingPart[] {
  const there = wordSet(source);
  const stems = new Set([...there].map(stem));
  const written = [...claim.matchAll(WRITTEN)]
    .map(({ 0: text, index: start }) => ({ start, end: start + text.length, text, nowhere: false }))
    .filter(
      ({ start, end, text }) => text.length <= LONGEST_WORD && !named.some((s) => start < s.end && end > s.start),
    );
  const isContent = (word: string) => !FUNCTION_WORDS.has(stem(word));
  const content = written.filter(({ text }) =>
    sentenceWords(text).some((word) => isContent(word) && !stems.has(stem(word))),
  );
  const telling = () =>
    written.filter(({ text }) => sentenceWords(text).some((word) => TELLING.has(word) && !there.has(word)));
  return distinctBy(content.length > 0 ? content : telling(), ({ text }) => text.toLowerCase());
}

/** How the claim's content words stand in a text that lacks none of them. */
export type SameWords = 'in_order' | 'in_another_order' | 'in_other_forms';

export function sameWords({ claim, source }: DescribedTexts): SameWords {
  const isContent = (word: string) => !FUNCTION_WORDS.has(stem(word));
  const wanted = sentenceWords(claim).filter(isContent);
  const given = sentenceWords(source);
  const there = new Set(given);
  if (!wanted.every((word) => there.has(word))) return 'in_other_forms';
  let at = 0;
  for (const word of given) if (word === wanted[at]) at += 1;
  return at === wanted.length ? 'in_order' : 'in_another_order';
}

/** Words of the premise that turn a statement round and that the claim does not have: "unless", "not". */
export function turningWords({ claim, source }: DescribedTexts): string[] {
  const there = wordSet(claim);
  const written = (source.match(WRITTEN) ?? []).filter((text) => text !== 'May').map((text) => text.toLowerCase());
  return distinct(written).filter((text) => TURNING.includes(text) && !there.has(text));
}

function negationIn({ claim, source }: DescribedTexts): string {
  const [mine, other] = [readSurface(claim), readSurface(source)];
  const cue = ({ tokens, negations }: typeof mine) => `"${tokens[negations[0]!.at]!.text}"`;
  if (mine.negations.length === 1 && other.negations.length === 0)
    return `the claim is negated (${cue(mine)}) and the quotation is not`;
  if (mine.negations.length === 0 && other.negations.length === 1)
    return `the quotation is negated (${cue(other)}) and the claim is not`;
  return 'one of the two is negated';
}

function negationPlaces(source: string): Span[] {
  const { tokens, negations } = readSurface(source);
  return negations.map(({ at }) => tokens[at]!);
}

/** Where words of the claim stand in the source, for choosing what to quote of a long text. */
export function sharedPlaces({ claim, source }: DescribedTexts): Span[] {
  const wanted = new Set(
    sentenceWords(claim)
      .map(stem)
      .filter((word) => !FUNCTION_WORDS.has(word)),
  );
  return [...source.matchAll(WRITTEN)]
    .filter(({ 0: text }) => sentenceWords(text).some((word) => wanted.has(stem(word))))
    .map(({ 0: text, index: start }) => ({ start, end: start + text.length }));
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}

function distinctBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const seen = new Set<string>();
  return items.filter((item) => !seen.has(keyOf(item)) && seen.add(keyOf(item)));
}
