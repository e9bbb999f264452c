import { partOfSpeech, type Token, wordKey } from '../../../text/index.ts';
import { grouped, oncePer } from '../keyed.ts';
import { TIES } from '../lexicon/negators.ts';
import { words } from '../lexicon/phrases.ts';
import { CONVERSE_OF, SYMMETRIC } from '../lexicon/role-verbs.ts';
import type { SurfaceReading } from '../reading.ts';

/** Who does something, and to whom: the lemmas around one verb. */
interface Action {
  readonly verb: string;
  readonly doer: readonly string[];
  /** Those of the doer in the possessive: "the mayor's party". */
  readonly owners: ReadonlySet<string>;
  /** To whom or what it is done, without a preposition. */
  readonly object: readonly string[];
  /** Who follows "to", or the first of two objects: "gave Kara a watch". */
  readonly receiver: readonly string[];
  /** Who follows "from". */
  readonly giver: readonly string[];
}

/** Tokens that are read on each side of a verb. */
const REACH = 12;
const BE = words('is are was were be been being');
const AUXILIARIES = words('has have had is are was were be been being will would did does do then');
/** A noun or a description follows these: "a bed", "the heated pool". */
const BEFORE_NOUNS = words(
  'a an the this that these those its his her their our my your no some any each every very more most',
);
const CLAUSE_ENDS = words('and or but that which who whom whose when while because after before if until since than');
/** They end the words for one party. */
const PARTY_ENDS: ReadonlySet<string> = new Set([...TIES, ...CLAUSE_ENDS]);

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
    if (same.length > 0 && same.every((one) => isOfOwner(mine, one))) return true;
    const converse =
      same.length > 0 ? [] : [...(CONVERSE_OF.get(verb) ?? [])].flatMap((other) => there.get(other) ?? []);
    const isOther = same.every((one) => isExchanged(mine, one)) && converse.every((one) => isConverse(mine, one));
    return same.length + converse.length > 0 && isOther;
  });
}

/** Actions of two parties in a text, by the key of the verb. */
const actionsIn = oncePer(({ tokens }: SurfaceReading): ReadonlyMap<string, readonly Action[]> => {
  const actions = tokens.flatMap((_, at) => actionAt(tokens, at) ?? []);
  return grouped(actions, ({ verb }) => [verb]);
});

/** The mayor, and the mayor's party. */
function isOfOwner(mine: Action, theirs: Action): boolean {
  const [mineDoer, theirDoer] = [mine.doer.at(-1)!, theirs.doer.at(-1)!];
  return theirs.owners.has(mineDoer) && !mine.doer.includes(theirDoer) && mine.object.at(-1) === theirs.object.at(-1);
}

function isExchanged(mine: Action, theirs: Action): boolean {
  const [mineDoer, theirDoer] = [mine.doer.at(-1)!, theirs.doer.at(-1)!];
  return (
    mineDoer !== theirDoer &&
    theirs.object.includes(mineDoer) &&
    mine.object.includes(theirDoer) &&
    !theirs.doer.includes(mineDoer) &&
    !mine.doer.includes(theirDoer)
  );
}

/** A giver who is said to receive: the same doer of the converse verb, from the one who receives it. */
function isConverse(mine: Action, theirs: Action): boolean {
  const isShared = (from: Action, to: Action) => from.giver.some((word) => to.receiver.includes(word));
  return theirs.doer.includes(mine.doer.at(-1)!) && (isShared(theirs, mine) || isShared(mine, theirs));
}

function actionAt(tokens: readonly Token[], place: number): Action | undefined {
  if (!isVerb(tokens[place]!) || BEFORE_NOUNS.has(tokens[place - 1]?.lower ?? '')) return undefined;
  const verb = keyOfVerb(tokens[place]!);
  let first = place - 1;
  while (first > place - REACH && isAuxiliary(tokens[first])) first -= 1;
  // "bought by Acme", "the firm bought by Acme".
  const isPassive =
    tokens[place + 1]?.lower === 'by' || tokens.slice(first + 1, place).some((token) => BE.has(token.lower));
  const subject = party(tokens, first, -1);
  if (subject.length === 0) return undefined;
  const object = isPassive ? subject : party(tokens, place + 1, 1);
  const doer = isPassive ? behind(tokens, place + 1, 'by') : subject;
  if (doer.length === 0 || object.length === 0) return undefined;
  const receiver = [...behind(tokens, place + 1, 'to'), ...(object.length > 1 ? object.slice(0, 1) : [])];
  const owners = isPassive
    ? []
    : tokens.slice(Math.max(0, first - REACH), first + 1).filter(({ text }) => /['’]s$/.test(text));
  return {
    verb,
    doer,
    owners: new Set(owners.map((token) => token.lemma)),
    object,
    receiver,
    giver: behind(tokens, place + 1, 'from'),
  };
}

function keyOfVerb({ lower, lemma }: Token): string {
  return wordKey(lower === 'got' ? 'get' : lemma);
}

function isAuxiliary(token: Token | undefined): boolean {
  const lower = token?.lower ?? '';
  return AUXILIARIES.has(lower) || (token?.lemma !== '' && (partOfSpeech(lower) === 'ADV' || /.ly$/.test(lower)));
}

/** The lexicon has some forms as nouns or adjectives only: "chased", "married". */
function isVerb({ type, lower, lemma }: Token): boolean {
  return (
    type === 'word' &&
    (lower === 'got' || (lemma !== '' && (partOfSpeech(lower) === 'VERB' || lower.endsWith('ed')))) &&
    !lower.endsWith('ing')
  );
}

/** "A man questioned last night told": another verb follows. */
function isInflected(lower: string, lemma: string): boolean {
  return partOfSpeech(lower) === 'VERB' && lower !== lemma;
}

/** The content words from a token on, up to a preposition, conjunction or mark. */
function party(tokens: readonly Token[], from: number, step: 1 | -1): string[] {
  const found: string[] = [];
  for (let at = from; tokens[at] !== undefined && Math.abs(at - from) < REACH; at += step) {
    if (tokens[at]!.sentence !== tokens[from]!.sentence) break;
    const { lower, lemma, type, text } = tokens[at]!;
    if (
      PARTY_ENDS.has(lower) ||
      (at !== from && step === 1 && isInflected(lower, lemma)) ||
      type === 'break' ||
      (type === 'symbol' && !/^[-'’]$/.test(text))
    )
      break;
    if (lemma !== '' && partOfSpeech(lower) !== 'ADV') found.push(lemma);
  }
  return step === 1 ? found : found.reverse();
}

function behind(tokens: readonly Token[], from: number, preposition: string): string[] {
  const near = tokens.slice(from, from + REACH);
  const at = near.findIndex(({ lower, type }) => lower === preposition || type === 'symbol' || CLAUSE_ENDS.has(lower));
  return near[at]?.lower === preposition ? party(tokens, from + at + 1, 1) : [];
}
