import { partOfSpeech, type Token, wordKey } from '../../../text/index.ts';
import { grouped, oncePer } from '../keyed.ts';
import { TIES } from '../lexicon/negators.ts';
import { words } from '../lexicon/phrases.ts';
import { CONVERSE_OF, RELATIONS, ROLE_VERBS, SYMMETRIC } from '../lexicon/role-verbs.ts';
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
/** A dot behind one of these ends nothing. */
const TITLED = /^(?:mr|mrs|ms|dr|prof|st)$/;
/** The lexicon has it as a function word. */
const GETS = /^(?:gets?|got)$/;
/** Who gets something is their object. */
const SUPPLIES = new Set(['supply', 'provide', 'equip', 'present'].map(wordKey));
/** Who comes instead is its doer: "replaced Ilse with Maren", "Maren replaced Ilse". */
const REPLACE = wordKey('replace');
/** The parties that a pronoun names, in both of its cases. */
const PRONOUNS: ReadonlyMap<string, string> = new Map([
  ['i', 'i'],
  ['me', 'i'],
  ['we', 'we'],
  ['us', 'we'],
]);
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
    const converse =
      same.length > 0 ? [] : [...(CONVERSE_OF.get(verb) ?? [])].flatMap((other) => there.get(other) ?? []);
    const isOther = same.every((one) => isExchanged(mine, one)) && converse.every((one) => isConverse(mine, one));
    return same.length + converse.length > 0 && isOther;
  });
}

/** True if a claim says of an owner what a sentence says of something owned: the mayor, and the mayor's party. */
export function saysOfOwner(claim: SurfaceReading, sentence: SurfaceReading): boolean {
  if (claim.negations.length > 0 || sentence.negations.length > 0) return false;
  return [...actionsIn(claim)].some(([verb, [mine, ...more]]) => {
    const there = actionsIn(sentence).get(verb) ?? [];
    return mine !== undefined && more.length === 0 && there.length > 0 && there.every((one) => isOfOwner(mine, one));
  });
}

/** Actions of two parties in a text, by the key of the verb. */
const actionsIn = oncePer(({ tokens }: SurfaceReading): ReadonlyMap<string, readonly Action[]> => {
  const actions = tokens.flatMap((_, at) => actionAt(tokens, at) ?? []);
  return grouped(actions, ({ verb }) => [verb]);
});

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

function actionAt(tokens: readonly Token[], place: number): Action | undefined {
  const relation = RELATIONS.get(tokens[place]!.lemma);
  if (relation !== undefined) return relationAt(tokens, place, relation);
  if (!isVerb(tokens[place]!) || BEFORE_NOUNS.has(tokens[place - 1]?.lower ?? '')) return undefined;
  const verb = keyOfVerb(tokens[place]!);
  let first = place - 1;
  while (first > place - REACH && isAuxiliary(tokens[first])) first -= 1;
  // "bought by Acme", "the firm bought by Acme".
  const isPassive =
    tokens[place + 1]?.lower === 'by' || tokens.slice(first + 1, place).some((token) => BE.has(token.lower));
  const subject = subjectBefore(tokens, first);
  if (subject.length === 0) return undefined;
  const object = isPassive ? subject : party(tokens, place + 1, 1);
  const replacing = verb === REPLACE ? behind(tokens, place + 1, 'with') : [];
  const doer = replacing.length > 0 ? replacing : isPassive ? behind(tokens, place + 1, 'by') : subject;
  // "Supplies the canteen with bread": the canteen gets it.
  const isSupplied = SUPPLIES.has(verb) && behind(tokens, place + 1, 'with').length > 0;
  const receiver = [
    ...behind(tokens, place + 1, 'to'),
    ...(isSupplied ? object : object.length > 1 ? object.slice(0, 1) : []),
  ];
  const giver = behind(tokens, place + 1, 'from');
  if (doer.length === 0 || object.length + receiver.length + giver.length === 0) return undefined;
  const owners = isPassive
    ? []
    : tokens.slice(Math.max(0, first - REACH), first + 1).filter(({ text }) => /['’]s$/.test(text));
  return {
    verb,
    doer,
    owners: new Set(owners.map((token) => token.lemma)),
    object,
    receiver,
    giver,
  };
}

/** "Elke is the aunt of Ruben", "Elke is Ruben's aunt", "Ruben's aunt is Elke". */
function relationAt(tokens: readonly Token[], place: number, verb: string): Action | undefined {
  const isBe = (at: number) => BE.has(tokens[at]?.lower ?? '');
  const owned = /['’]s$/.test(tokens[place - 1]?.text ?? '') ? party(tokens, place - 1, -1) : [];
  const of = tokens[place + 1]?.lower === 'of' ? parties(tokens, place + 2) : owned;
  const first = tokens.slice(Math.max(0, place - 3), place).findLastIndex((_, i) => isBe(Math.max(0, place - 3) + i));
  const be = first < 0 ? -1 : Math.max(0, place - 3) + first;
  const doer =
    be > 0 ? party(tokens, be - 1, -1) : owned.length > 0 && isBe(place + 1) ? party(tokens, place + 2, 1) : [];
  if (of.length === 0 || doer.length === 0) return undefined;
  return { verb, doer, owners: new Set(), object: of, receiver: of, giver: of };
}

function keyOfVerb({ lower, lemma }: Token): string {
  return wordKey(GETS.test(lower) ? 'get' : lemma);
}

function isAuxiliary(token: Token | undefined): boolean {
  const lower = token?.lower ?? '';
  return AUXILIARIES.has(lower) || (token?.lemma !== '' && (partOfSpeech(lower) === 'ADV' || /.ly$/.test(lower)));
}

/** The lexicon has some forms as nouns or adjectives only: "chased", "married". */
function isVerb({ type, lower, lemma }: Token): boolean {
  return (
    type === 'word' &&
    (GETS.test(lower) ||
      (lemma !== '' && (partOfSpeech(lower) === 'VERB' || ROLE_VERBS.has(lemma) || lower.endsWith('ed')))) &&
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
      (type === 'symbol' && !/^[-'’]$/.test(text) && !TITLED.test(tokens[at - 1]?.lower ?? ''))
    )
      break;
    const pronoun = PRONOUNS.get(lower);
    if (pronoun !== undefined) found.push(pronoun);
    else if (lemma !== '' && partOfSpeech(lower) !== 'ADV') found.push(lemma);
  }
  return step === 1 ? found : found.reverse();
}

/** Behind them a noun only describes the one before: "the bakery on Mill Street". */
const DESCRIBING = words('on in at of near');

/** The words of the subject, those of its noun last. */
function subjectBefore(tokens: readonly Token[], from: number): string[] {
  const own = party(tokens, from, -1);
  const end = tokens.findLastIndex(({ lower }, at) => at <= from && PARTY_ENDS.has(lower));
  const isDescribed = end > 0 && DESCRIBING.has(tokens[end]!.lower) && tokens[end]!.sentence === tokens[from]?.sentence;
  const isBeside = isDescribed && !tokens.slice(end, from).some(({ type }) => type === 'symbol' || type === 'break');
  return isBeside ? [...own, ...party(tokens, end - 1, -1)] : own;
}

/** Those of a list: "the mother of Leon and Ida". */
function parties(tokens: readonly Token[], from: number): string[] {
  const first = party(tokens, from, 1);
  const next = tokens.findIndex(({ lower }, at) => at >= from && PARTY_ENDS.has(lower));
  return first.length > 0 && tokens[next]?.lower === 'and' ? [...first, ...party(tokens, next + 1, 1)] : first;
}

function behind(tokens: readonly Token[], from: number, preposition: string): string[] {
  const near = tokens.slice(from, from + REACH);
  const at = near.findIndex(({ lower, type }) => lower === preposition || type === 'symbol' || CLAUSE_ENDS.has(lower));
  return near[at]?.lower === preposition ? party(tokens, from + at + 1, 1) : [];
}
