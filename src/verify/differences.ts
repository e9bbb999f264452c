import type { Span } from '../text/index.ts';
import type { Basis } from './deciding.ts';
import type { ExaminedSpan } from './examine.ts';
import { type DescribedTexts, describeFinding, describeUnequal, shown } from './rules/compare/describe-finding.ts';
import { readSurface } from './rules/index.ts';
import type { FactFinding, NameFinding } from './rules/types.ts';
import { addedWords, holdsAll, missingWords, type WrittenPart, wordSet } from './word-differences.ts';

/** What the words of a claim span and of one premise say beside each other; all of it is true of these two texts. */
export interface Differences {
  /** "the source says 350 people where the claim says 530 people" */
  readonly conflicts: readonly string[];
  /** Values that do not exclude each other but are written otherwise: "the source says 350 where the claim says 300 or more". */
  readonly unequal: readonly string[];
  /** "both say 2014" */
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
  const conflicts = described(all, 'conflict', texts);
  const absent = absentParts(all, examined, { texts, source });
  const unequal = unequalFacts(all, texts);
  const said = [...conflicts, ...unequal].map(({ finding }) => finding);
  const words = missingWords(texts, [...absent, ...said.map(({ claim }) => claim)]);
  const exchanged = said.flatMap(({ source: other }) => other ?? []);
  const conflicting = conflicts.flatMap(({ finding }) => finding.source ?? []);
  const isPlain = conflicts.length > 0 || negation;
  const added = addedWords(texts, exchanged);
  return {
    unequal: distinct(unequal.map(({ clause }) => clause)),
    conflicts: distinct(conflicts.map(({ clause }) => clause)),
    agreements: distinct(described(all, 'match', texts).map(({ clause }) => clause)),
    negation: negation ? negationIn(texts) : undefined,
    absent,
    words,
    added,
    claimPlaces: [...said.map(({ claim }) => claim), ...absent, ...words],
    sourcePlaces: isPlain
      ? [...conflicting, ...(negation ? negationPlaces(texts.source) : [])]
      : [...exchanged, ...added],
  };
}

const ORDINAL_OR_COUNT: ReadonlySet<string> = new Set(['ordinal', 'number']);

interface Described {
  readonly finding: Finding;
  readonly clause: string;
}

function described(all: readonly Finding[], status: Finding['status'], texts: DescribedTexts): Described[] {
  return all.flatMap((finding) => {
    const clause = finding.status === status ? describeFinding(finding, texts) : undefined;
    return clause === undefined ? [] : [{ finding, clause }];
  });
}

function unequalFacts(all: readonly Finding[], texts: DescribedTexts): Described[] {
  const there = wordSet(texts.source);
  return all.flatMap((finding) => {
    const { claim } = finding;
    if (!isFact(finding) || holdsAll(there, texts.claim.slice(claim.start, claim.end))) return [];
    const clause = describeUnequal(finding, texts);
    return clause === undefined ? [] : [{ finding, clause }];
  });
}

function isFact(finding: Finding): finding is FactFinding {
  return 'kind' in finding.claim;
}

/** Absent to the rules and to the eye: what the rules cannot relate may well stand in the text as it is written. */
function absentParts(
  all: readonly Finding[],
  { findings }: ExaminedSpan,
  { texts, source }: Pick<ComparedWords, 'texts' | 'source'>,
): WrittenPart[] {
  const absent = all.filter(({ status, source: related }) => status === 'absent' && related === undefined);
  if (absent.length === 0) return [];
  const nowhere = new Set(
    [...findings.source.facts, ...findings.source.nameFindings]
      .filter(({ status }) => status === 'absent')
      .map(({ claim }) => claim.start),
  );
  // Once a text, however many of the claim's parts are absent.
  const words = new Map([texts.source, source].map((text) => [text, wordSet(text)]));
  const lacks = (text: string, claim: Finding['claim']) => {
    const there = words.get(text)!;
    // "the third of March" beside "3 March": the rules cannot relate them, but the number is there.
    const isInDigits = 'kind' in claim && ORDINAL_OR_COUNT.has(claim.kind) && there.has(String(claim.low));
    return !isInDigits && !holdsAll(there, texts.claim.slice(claim.start, claim.end));
  };
  return absent.flatMap(({ claim }) => {
    const { start, end } = claim;
    if (!lacks(texts.source, claim)) return [];
    return [{ start, end, text: shown(claim, texts.claim), nowhere: nowhere.has(start) && lacks(source, claim) }];
  });
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

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
