import { isFunctionWord, type Token } from '../../../text/index.ts';
import type { Finding, Name } from '../findings.ts';
import { codeKey, grouped, oncePer } from '../keyed.ts';
import { NAME_TIES } from '../lexicon/negators.ts';
import { mayHold } from '../lexicon/place-names.ts';
import type { SurfaceReading } from '../reading.ts';

function initials(name: Name): string {
  return name.parts.map((part) => part[0]).join('');
}

/** The letters of an acronym, with a plural s and without: initials that it may stand for. */
function lettersOf({ parts }: Name): string[] {
  return [parts[0]!, parts[0]!.replace(/s$/, '')];
}

/** "WHO" and "World Health Organization", dots and a plural s left out of account. */
function isExpansion(acronym: Name, other: Name): boolean {
  return acronym.acronym && other.parts.length > 1 && lettersOf(acronym).includes(initials(other));
}

/** "J." for "John", "Tim" for "Timothy". */
function isShortFor(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  return (short.length === 1 || NICKNAME.test(short)) && long.startsWith(short);
}

/** Longer beginnings are separate names: "Daniel" is not "Danielle". */
const NICKNAME = /^\p{L}{3,4}$/u;

/** "J. Smith" or "Smith" for "John Smith": last parts agree and no first name speaks against it. */
function samePerson(claim: Name, source: Name): boolean {
  if (claim.parts.at(-1) !== source.parts.at(-1)) return false;
  const [short, long] = claim.parts.length <= source.parts.length ? [claim, source] : [source, claim];
  if (short.parts.length === 1) return true;
  return short.parts.slice(0, -1).every((part) => long.parts.some((other) => isShortFor(part, other)));
}

const MIN_ROOT = 4;

/** "Italian" and "Italy", "Brazil" and "Brazilian": all but a short ending agrees. */
function sameRoot(a: string, b: string): boolean {
  if (a.length < MIN_ROOT || b.length < MIN_ROOT) return false;
  const common = Math.max(MIN_ROOT, Math.min(a.length, b.length) - 2);
  return a.slice(0, common) === b.slice(0, common);
}

function keyOf({ parts }: Name): string {
  return codeKey(parts.join(' '));
}

/** True if two names may mean the same: an acronym, a first name or its initial left out, another spelling, a form of the word. */
export function agrees(claim: Name, source: Name): boolean {
  if (keyOf(claim) === keyOf(source)) return true;
  if (isExpansion(claim, source) || isExpansion(source, claim) || samePerson(claim, source)) return true;
  return claim.parts.length === 1 && source.parts.some((part) => sameRoot(claim.parts[0]!, part));
}

/** Keys of which two names that agree share one, in one of the ways of `agrees`. */
function sameNameKeys(name: Name): string[] {
  const { parts, acronym } = name;
  const keys = [
    `code ${keyOf(name)}`,
    `last ${parts.at(-1)}`,
    ...parts.map((part) => `root ${part.slice(0, MIN_ROOT)}`),
  ];
  if (parts.length > 1) keys.push(`letters ${initials(name)}`);
  if (acronym) for (const letters of lettersOf(name)) keys.push(`letters ${letters}`);
  return keys;
}

/** A claim with more names than this is no sentence; the bound keeps the work small on any input. */
const MAX_COMPARED = 64;
/** Names that are alike in one way, by their last part for example: further ones are not looked at. */
const MAX_ALIKE = 256;

/** A text's names by the keys that they are looked up with; of equal names the first alone. */
interface NameIndex {
  readonly alike: ReadonlyMap<string, readonly Name[]>;
  readonly byPart: ReadonlyMap<string, readonly Name[]>;
  readonly bySlot: ReadonlyMap<string, readonly Name[]>;
}

const indexOf = oncePer(({ names, tokens }: SurfaceReading): NameIndex => {
  const seen = new Set<string>();
  const distinct = names.filter(({ acronym, parts }) => {
    const key = `${acronym} ${parts.join(' ')}`;
    return !seen.has(key) && seen.add(key);
  });
  return {
    alike: grouped(distinct, sameNameKeys, MAX_ALIKE),
    byPart: grouped(distinct, ({ parts }) => parts, MAX_ALIKE),
    bySlot: grouped(names, (name) => (name.weak ? [] : slotsOf(tokens, name)), MAX_ALIKE),
  };
});

/** The first name of the source that is another way to write the claim's. */
function partnerOf(name: Name, { alike }: NameIndex): Name | undefined {
  const found = sameNameKeys(name).flatMap((key) => alike.get(key)?.find((other) => agrees(name, other)) ?? []);
  return found.reduce<Name | undefined>(
    (first, other) => (first === undefined || other.start < first.start ? other : first),
    undefined,
  );
}

/** Every part occurs among the words of the source, in whatever case; "WHO" is not "who". */
function isMentioned(claim: Name, { words }: SurfaceReading, { byPart }: NameIndex): boolean {
  if (isFunctionWord(claim.parts[0]!)) return byPart.has(claim.parts[0]!);
  return claim.parts.every((part) => words.has(part));
}

/** The nearest content word before a token, when it is written small. */
function lemmaBefore(tokens: readonly Token[], at: number): string {
  for (let i = at - 1; i >= at - 4; i--) {
    const token = tokens[i];
    if (token === undefined || /^[.;:()\n]$/.test(token.text)) return '';
    if (token.lemma !== '' && /^\p{Ll}/u.test(token.text)) return token.lemma;
    if (token.lemma !== '') return '';
  }
  return '';
}

/** "directed by" of "directed by Ada Brandt": the content word before a name with the word that ties them. */
function slotsOf(tokens: readonly Token[], { from }: Name): string[] {
  const before = tokens[from - 1]?.lower ?? '';
  const isArticle = /^(?:the|an?)$/.test(before);
  const tie = (isArticle ? tokens[from - 2]?.lower : before) ?? '';
  const left = lemmaBefore(tokens, from);
  return left !== '' && NAME_TIES.has(tie) ? [`${left} ${tie}`] : [];
}

/** "American" in "on the American series Homeland" only describes what fills the slot. */
function isModifier(tokens: readonly Token[], name: Name): boolean {
  const next = tokens[name.to];
  return next !== undefined && next.lemma !== '' && /^\p{Ll}/u.test(next.text);
}

/** The texts in which a name of the claim is looked for. */
interface Search {
  readonly claim: SurfaceReading;
  readonly source: SurfaceReading;
  readonly index: NameIndex;
}

/** True if a name in the same place denies a name of the claim: no other one of the claim, nor a town where that has its country. */
export function isAnother(name: Name, wanted: Name, claim: SurfaceReading): boolean {
  return !name.parts.some((part) => claim.words.has(part)) && !mayHold(wanted.parts, name.parts);
}

function conflictingOf(wanted: Name, { claim, source, index }: Search): Name | undefined {
  const [slot = ''] = slotsOf(claim.tokens, wanted);
  return index.bySlot.get(slot)?.find((name) => {
    if (!isAnother(name, wanted, claim)) return false;
    return !isModifier(source.tokens, name) || isModifier(claim.tokens, wanted);
  });
}

function findingFor(name: Name, search: Search): Finding<Name> | undefined {
  const { source, index } = search;
  if (isMentioned(name, source, index)) {
    const same = index.byPart
      .get(name.parts[0]!)
      ?.find((other) => name.parts.every((part) => other.parts.includes(part)));
    return same === undefined ? { claim: name, status: 'match' } : { claim: name, source: same, status: 'match' };
  }
  const partner = partnerOf(name, index);
  if (partner !== undefined) return { claim: name, source: partner, status: 'match' };
  if (name.weak) return undefined;
  const conflicting = conflictingOf(name, search);
  return conflicting === undefined
    ? { claim: name, status: 'absent' }
    : { claim: name, source: conflicting, status: 'conflict' };
}

/** One finding per name of the claim, in its order; a word that may be no name is left out unless found. */
export function nameFindings(claim: SurfaceReading, source: SurfaceReading): Finding<Name>[] {
  if (claim.names.length === 0) return [];
  const search = { claim, source, index: indexOf(source) };
  return claim.names.slice(0, MAX_COMPARED).flatMap((name) => findingFor(name, search) ?? []);
}
