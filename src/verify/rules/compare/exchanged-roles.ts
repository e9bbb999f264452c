import { type Action, actionsIn, keyOfVerb } from '../extract/actions.ts';
import { CONVERSE_OF, SYMMETRIC } from '../lexicon/role-verbs.ts';
import type { SurfaceReading } from '../reading.ts';

/**
 * True if a claim and a sentence have one verb between the same two parties, each in the other's place: "Brix acquired Acme."
 * against "Brix was acquired by Acme.", "Tom gave Kara a watch." against "Tom got a watch from Kara.".
 */
export function exchangesRoles(claim: SurfaceReading, sentence: SurfaceReading): boolean {
  if (claim.negations.length > 0 || sentence.negations.length > 0) return false;
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
