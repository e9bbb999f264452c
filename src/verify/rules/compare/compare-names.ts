import { isFunctionWord, type Token } from '../../../text/index.ts';
import type { Finding, Name } from '../findings.ts';
import { NAME_TIES } from '../lexicon/qualifier-words.ts';
import { oncePer } from '../once-per.ts';
import type { SurfaceReading } from '../reading.ts';
import { grouped } from './grouped.ts';
import { agrees, sameNameKeys } from './same-names.ts';

/** A claim with more names than this is no sentence; the bound keeps the work small on any input. */
const MAX_COMPARED = 64;
/** Names that are alike in one way, by their last part for example: further ones are not looked at. */
const MAX_ALIKE = 256;

/** The names of a text by what they are looked for by; of names that are equal only the first, in order. */
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

/**
 * "directed by" of "directed by Ada Brandt": the nearest content word before the name with the function word that ties the
 * name to it; none where either is missing.
 */
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

function rivalOf(wanted: Name, { claim, source, index }: Search): Name | undefined {
  const [slot = ''] = slotsOf(claim.tokens, wanted);
  return index.bySlot.get(slot)?.find((name) => {
    if (name.parts.some((part) => claim.words.has(part))) return false;
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
  const rival = rivalOf(name, search);
  return rival === undefined ? { claim: name, status: 'absent' } : { claim: name, source: rival, status: 'conflict' };
}

/** One finding per name of the claim, in its order; a word that may be no name is left out unless found. */
export function* nameFindings(
  claim: SurfaceReading,
  source: SurfaceReading,
): Generator<Finding<Name>, void, undefined> {
  if (claim.names.length === 0) return;
  const search = { claim, source, index: indexOf(source) };
  for (const name of claim.names.slice(0, MAX_COMPARED)) {
    const finding = findingFor(name, search);
    if (finding !== undefined) yield finding;
  }
}
