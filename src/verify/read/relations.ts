import { comparedRelation, isParty, type Related, relationsIn, type SurfaceReading } from '../rules/index.ts';
import { words } from '../rules/lexicon/phrases.ts';
import type { Placed } from './replacement.ts';

const BE = words('is are was were');
const PREPOSITIONS = { object: '', receiver: ' to', beneficiary: ' for', giver: ' from' } as const;
const OF_MEN = words('father son brother uncle nephew grandfather grandson husband');
const OF_WOMEN = words('mother daughter sister aunt niece grandmother granddaughter wife');

/**
 * A claim in the words that a source has for the same relation from its other side: "Leeds beat Hull" for "Hull lost to Leeds",
 * because the models take a converse for a contradiction.
 */
export function relationAs(claim: SurfaceReading, source: SurfaceReading): Placed | undefined {
  const [mine, ...more] = relationsIn(claim);
  if (mine === undefined || more.length > 0 || claim.negations.length > 0) return undefined;
  const isSaid = ({ lemma }: SurfaceReading['tokens'][number], at: number) =>
    lemma === '' || (mine.from <= at && at <= mine.at) || mine.own.includes(lemma) || mine.others.includes(lemma);
  if (!claim.tokens.every(isSaid)) return undefined;
  const found = relationsIn(source).filter((one) => comparedRelation(mine, one) !== undefined && isPlain(one, source));
  const [one] = found;
  const isOther = (theirs: Related) => comparedRelation(mine, theirs) === 'same' && !isParty(mine.own, theirs.own);
  if (one === undefined || !found.every(isOther)) return undefined;
  const own = claim.text.trim().replace(/[.!]$/, '');
  return { at: claim.text.indexOf(own), own, written: capital(written(one, mine, { claim, source })) };
}

function isPlain({ at }: Related, { tokens, negations, text }: SurfaceReading): boolean {
  const { sentence } = tokens[at]!;
  return (
    !negations.some((cue) => tokens[cue.at]!.sentence === sentence) &&
    !/^[^.!\n]*\?/.test(text.slice(tokens[at]!.start))
  );
}

/** The source's words for the relation between the names of the claim. */
function written(
  { from, at, other, isPassive }: Related,
  mine: Related,
  { claim, source }: { readonly claim: SurfaceReading; readonly source: SurfaceReading },
): string {
  const [subject, party] = [nameOf(mine.others, claim), nameOf(mine.own, claim)];
  const { start } = source.tokens[from]!;
  const relation = source.text.slice(start, source.tokens[at]!.end);
  if (relation.endsWith(' than')) return `${subject} is ${relation} ${party}`;
  if (other === 'owner') {
    const noun = claim.tokens[mine.at]!.lemma;
    // The source may not say that a father is a man.
    const kind = OF_MEN.has(noun) ? 'a man, ' : OF_WOMEN.has(noun) ? 'a woman, ' : '';
    return `${subject} is the ${relation} of ${kind}${party}`;
  }
  const before = source.tokens[at - 1]?.lower ?? '';
  if (isPassive) return `${party} ${BE.has(before) ? before : 'was'} ${relation} by ${subject}`;
  return `${subject} ${relation}${PREPOSITIONS[other]} ${party}`;
}

/** A party as the claim writes it. */
function nameOf(lemmas: readonly string[], { tokens, text }: SurfaceReading): string {
  const places = tokens.flatMap(({ lemma }, i) => (lemmas.includes(lemma) ? [i] : []));
  const [first, last] = [places[0]!, places.at(-1)!];
  const from = /^(?:the|an?)$/.test(tokens[first - 1]?.lower ?? '') ? first - 1 : first;
  return text
    .slice(tokens[from]!.start, tokens[last]!.end)
    .replace(/['’]s?$/, '')
    .replace(/^(?:The|An?)\b/, (article) => article.toLowerCase());
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
