import { type Action, actionsIn, keyOfVerb } from '../extract/actions.ts';
import { comparedRelation, relationsIn } from '../extract/relations.ts';
import { CONVERSE_OF, RELATIONS, SYMMETRIC } from '../lexicon/role-verbs.ts';
import type { SurfaceReading } from '../reading.ts';

/**
 * True if a claim and a sentence have one verb between the same two parties, each in the other's place: "Brix acquired Acme."
 * against "Brix was acquired by Acme.", "Tom gave Kara a watch." against "Tom got a watch from Kara.".
 */
export function exchangesRoles(claim: SurfaceReading, sentence: SurfaceReading): boolean {
  if (claim.negations.length > 0 || sentence.negations.length > 0) return false;
  if (exchangesRelation(claim, sentence)) return true;
  const there = actionsIn(sentence);
  return [...actionsIn(claim)].some(([verb, [mine, ...more]]) => {
    if (mine === undefined || more.length > 0 || SYMMETRIC.has(verb)) return false;
    const same = there.get(verb) ?? [];
    // "Acme sued Brix, and Brix sued it back": not every action is read.
    const mentions = sentence.tokens.filter((token) => keyOfVerb(token) === verb).length;
    if (mentions > same.length) return false;
    const converse =
      same.length > 0 ? [] : [...(CONVERSE_OF.get(verb) ?? [])].flatMap((other) => there.get(other) ?? []);
    const isOther = same.every((one) => isExchanged(mine, one)) && converse.every((one) => isConverse(mine, one));
    return same.length + converse.length > 0 && isOther;
  });
}

/** "Ida is Marta's mother" against "Ida is Marta's daughter", "Hull beat Leeds" against "Hull lost to Leeds". */
function exchangesRelation(claim: SurfaceReading, sentence: SurfaceReading): boolean {
  const [mine, ...more] = relationsIn(claim);
  if (mine === undefined || more.length > 0) return false;
  const there = relationsIn(sentence).filter(({ relation }) => relation === mine.relation);
  const isWord = (key: string) => RELATIONS.get(key)?.relation === mine.relation;
  // "Hull beat Leeds, and Leeds beat them in May": not every relation is read.
  if (sentence.tokens.filter((token) => isWord(keyOfVerb(token)) || isWord(token.lemma)).length > there.length)
    return false;
  const found = there.map((one) => comparedRelation(mine, one));
  return found.includes('exchanged') && !found.includes('same');
}

/** True if a claim says of an owner what a sentence says of something owned: the mayor, and the mayor's party. */
export function saysOfOwner(claim: SurfaceReading, sentence: SurfaceReading): boolean {
  if (claim.negations.length > 0 || sentence.negations.length > 0) return false;
  return [...actionsIn(claim)].some(([verb, [mine, ...more]]) => {
    const there = actionsIn(sentence).get(verb) ?? [];
    return mine !== undefined && more.length === 0 && there.length > 0 && there.every((one) => isOfOwner(mine, one));
  });
}

function isOfOwner(mine: Action, theirs: Action): boolean {
  const [mineDoer, theirDoer] = [mine.doer.at(-1)!, theirs.doer.at(-1)!];
  return theirs.owners.has(mineDoer) && !mine.doer.includes(theirDoer) && mine.object.at(-1) === theirs.object.at(-1);
}

function isExchanged(mine: Action, theirs: Action): boolean {
  const [mineDoer, theirDoer] = [mine.doer.at(-1)!, theirs.doer.at(-1)!];
  const isOf = (party: 'object' | 'receiver' | 'giver') =>
    theirs[party].includes(mineDoer) && mine[party].includes(theirDoer);
  // "Lisa gave Tom a bike, and in return she got a skateboard from Tom": each gave another thing.
  const areTwo = CONVERSE_OF.has(mine.verb) && mine.object.length > 1 && theirs.object.length > 1;
  const isOfOther = areTwo && !theirs.object.includes(mine.object.at(-1)!);
  return (
    mineDoer !== theirDoer &&
    !isOfOther &&
    (isOf('object') || isOf('receiver') || isOf('giver')) &&
    !theirs.doer.includes(mineDoer) &&
    !mine.doer.includes(theirDoer)
  );
}

/** A giver who is said to receive: the same doer of the converse verb, from the one who receives it. */
function isConverse(mine: Action, theirs: Action): boolean {
  const isShared = (from: Action, to: Action) => from.giver.some((word) => to.receiver.includes(word));
  return theirs.doer.includes(mine.doer.at(-1)!) && (isShared(theirs, mine) || isShared(mine, theirs));
}
