import { partOfSpeech, type Token, wordKey } from '../../../text/index.ts';
import { grouped, oncePer } from '../keyed.ts';
import { TIES } from '../lexicon/negators.ts';
import { words } from '../lexicon/phrases.ts';
import { ROLE_VERBS } from '../lexicon/role-verbs.ts';
import type { SurfaceReading } from '../reading.ts';

/** Who does something, and to whom: the lemmas around one verb. */
export interface Action {
  readonly verb: string;
  readonly doer: readonly string[];
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

/** Actions of two parties in a text, by the key of the verb. */
export const actionsIn = oncePer(({ tokens }: SurfaceReading): ReadonlyMap<string, readonly Action[]> => {
  const actions = tokens.flatMap((_, at) => actionAt(tokens, at) ?? []);
  return grouped(actions, ({ verb }) => [verb]);
});

function actionAt(tokens: readonly Token[], place: number): Action | undefined {
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
  const beneficiary = behind(tokens, place + 1, 'for');
  if (doer.length === 0 || object.length + receiver.length + giver.length + beneficiary.length === 0) return undefined;
  return { verb, doer, object, receiver, giver };
}

export function keyOfVerb({ lower, lemma }: Token): string {
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
export function party(tokens: readonly Token[], from: number, step: 1 | -1): string[] {
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

function behind(tokens: readonly Token[], from: number, preposition: string): string[] {
  const near = tokens.slice(from, from + REACH);
  const at = near.findIndex(({ lower, type }) => lower === preposition || type === 'symbol' || CLAUSE_ENDS.has(lower));
  return near[at]?.lower === preposition ? party(tokens, from + at + 1, 1) : [];
}
