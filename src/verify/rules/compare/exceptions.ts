import { partOfSpeech, TITLES, type Token } from '../../../text/index.ts';
import type { Fact } from '../findings.ts';
import { oncePer } from '../keyed.ts';
import { ALL, EXCEPTIONS } from '../lexicon/negators.ts';
import { words } from '../lexicon/phrases.ts';
import type { SurfaceReading } from '../reading.ts';
import { contentKeys } from './content-keys.ts';

/** Exceptions of several words, by their last one. */
const PHRASES: ReadonlyMap<string, RegExp> = new Map([
  ['from', /\b(?:apart|aside) from$/],
  ['than', /\bother than$/],
  ['of', /\bwith the (?:sole |only |single |one )?exception of$/],
]);
/** Behind one of these "but" excepts: "all rooms but number 12", "nobody but the baker". */
const WHOLES = words(
  'all every each everyone everybody everything everywhere any anyone anybody anything anywhere no nobody none nothing nowhere whole always daily',
);
/** Tokens from such a word to "but". */
const REACH = 12;

/** True at the last word of what excepts: "except", "apart from", "but" behind "all". */
export function isException(tokens: readonly Token[], at: number): boolean {
  const { lower, sentence } = tokens[at]!;
  if (EXCEPTIONS.has(lower)) return true;
  const before = (most: number) =>
    tokens.slice(Math.max(0, at - most), at + 1).filter((token) => token.sentence === sentence);
  const phrase = PHRASES.get(lower);
  if (phrase !== undefined)
    return phrase.test(
      before(4)
        .map((token) => token.lower)
        .join(' '),
    );
  if (lower !== 'but' || !before(REACH).some((token) => WHOLES.has(token.lower))) return false;
  const [last, next] = [tokens[at - 1]?.lower ?? '', tokens[at + 1]?.lower];
  // "All but done" is nearly done.
  if (last === 'all' && isVerb(tokens[at + 1] ?? tokens[at]!)) return false;
  // "All but Gert speak Spanish", "all rooms have a bath but number 12", not "all shops are open but prices rise".
  const isPlain = WHOLES.has(last) || /^(?:one|body)$/.test(last) || !clauseBehind(tokens, at).some(isVerb);
  return next !== 'not' && last !== ',' && isPlain;
}

export const hasException = oncePer(({ tokens }: SurfaceReading) => tokens.some((_, at) => isException(tokens, at)));

/** The lexicon has the third person of some verbs as nouns; "be" and the modal verbs are auxiliaries. */
function isVerb({ lower }: Token): boolean {
  return ['VERB', 'AUX'].includes(partOfSpeech(lower) ?? '') && !/ing$/.test(lower);
}

const ENDS = words('; : ( ) who which that where when while because if but');

/** The things that are excepted, up to the verb of all else. */
function exceptedBehind(tokens: readonly Token[], at: number): readonly Token[] {
  const behind = clauseBehind(tokens, at);
  const end = behind.findIndex((token, i) => i > 0 && isVerb(token));
  return end < 0 ? behind : behind.slice(0, end);
}

function clauseBehind(tokens: readonly Token[], at: number): readonly Token[] {
  const behind = tokens.slice(at + 1, at + 1 + REACH);
  const end = behind.findIndex((token) => token.sentence !== tokens[at]!.sentence || ENDS.has(token.lower));
  return end < 0 ? behind : behind.slice(0, end);
}

/** The words for all that a sentence speaks of, and the things that it excepts, each by the keys of its words. */
interface Excepting {
  readonly others: readonly Token[];
  readonly main: ReadonlySet<string>;
  readonly verbs: ReadonlySet<string>;
  readonly isDenied: boolean;
  readonly excepted: readonly ReadonlySet<string>[];
}

const LEADS = words('on in at for during to with by of from such as the a an number no');
/** Behind the noun that is excepted, these describe it: "the fenced area by the pond". */
const DESCRIBES = words('on in at for during to with by of from near behind');

/** The rest of a sentence, up to what it says of the exception: "except Ms. Ito, who came later". */
function besides(tokens: readonly Token[], at: number, excepted: readonly Token[]): readonly Token[] {
  const { sentence } = tokens[at]!;
  const end = tokens.findIndex((token, i) => i > at && (token.sentence !== sentence || ENDS.has(token.lower)));
  const told = end < 0 ? tokens : tokens.slice(0, end);
  return told.filter((token) => token.sentence === sentence && !excepted.includes(token));
}

const exceptingIn = oncePer((reading: SurfaceReading): Excepting | undefined => {
  const { tokens, negations } = reading;
  const [at, another] = tokens.flatMap(({ lower }, i) =>
    isException(tokens, i) && lower !== 'unless' && lower !== 'exception' ? [i] : [],
  );
  if (another !== undefined) return undefined;
  const excepted = at === undefined ? deniedAlone(tokens) : exceptedBehind(tokens, at);
  const [first] = excepted;
  if (first === undefined) return undefined;
  const isBefore = (token: Token) => token.sentence === first.sentence && token.start < first.start;
  // Behind a denied subject another clause may say what is true of it.
  const others = at === undefined ? tokens.filter(isBefore) : besides(tokens, at, excepted);
  return {
    others,
    main: keysOf(others),
    verbs: keysOf(others.filter(isVerb)),
    isDenied:
      negations.some(({ at: cue }) => isBefore(tokens[cue]!)) ||
      tokens.some((token) => isBefore(token) && /^(?:no|nobody|none|nothing|nowhere)$/.test(token.lower)),
    excepted: thingsIn(excepted),
  };
});

const AUXILIARIES = words('did does do was were is are has have had will can could would may must');
const OPENERS = words(', ; : . but while whereas and although though');

/** "Mette" of "Lars won a medal, but Mette did not.": the subject of a clause that says no more than that. */
function deniedAlone(tokens: readonly Token[]): readonly Token[] {
  const ends = tokens.flatMap((token, at) => {
    const next = tokens[at + 1];
    const isLast = next === undefined || next.sentence !== token.sentence || /^[.;,]$/.test(next.text);
    return isLast && (token.lower === 'not' || /^\p{L}+n't$/u.test(token.lower)) ? [at] : [];
  });
  const [end, another] = ends;
  if (end === undefined || another !== undefined) return [];
  const verb = tokens[end]!.lower === 'not' ? end - 1 : end;
  if (!AUXILIARIES.has(tokens[verb]?.lower.replace(/n't$/, '') ?? '')) return [];
  let from = verb;
  while (from > 0 && tokens[from - 1]!.sentence === tokens[end]!.sentence && !OPENERS.has(tokens[from - 1]!.lower))
    from -= 1;
  const subject = tokens.slice(from, verb);
  // One that opens the sentence follows another one, and a pronoun may be any.
  const opens = from === 0 || tokens[from - 1]!.sentence !== tokens[end]!.sentence;
  return opens || subject.some(isVerb) ? [] : subject;
}

function thingsIn(behind: readonly Token[]): ReadonlySet<string>[] {
  const things: Token[][] = [[]];
  let isDescribed = false;
  for (const token of behind) {
    const { lower } = token;
    if (/^(?:,|and|or|as)$/.test(lower)) {
      things.push([]);
      isDescribed = false;
    } else if (DESCRIBES.has(lower) && things.at(-1)!.length > 0) isDescribed = true;
    else if (!isDescribed && !LEADS.has(lower)) things.at(-1)!.push(token);
  }
  return things.map((thing) => keysOf(nameIn(thing))).filter((keys) => keys.size > 0);
}

/** "Holm" of "captain Holm", "Frostgate" of "the map Frostgate". */
function nameIn(thing: readonly Token[]): readonly Token[] {
  const isName = ({ text }: Token) => /^\p{Lu}/u.test(text);
  return thing.length > 1 && isName(thing.at(-1)!) ? thing.filter(isName) : thing;
}

const TITLE_WORDS = words(TITLES);

/** The keys of content words, and numbers as they are. */
function keysOf(tokens: readonly Token[]): ReadonlySet<string> {
  return new Set(contentKeys(tokens.filter(({ lower }) => !TITLE_WORDS.has(lower))));
}

/** One word may only say where all are: "Gert is on the team." */
const LEAST_HELD = 2;
/** With these a claim may say the same as the exception in other words. */
const OTHERWISE = words(
  'only other others except exempt excluded free without instead unlike against but all every everyone or',
);

/** True if a claim is about something that a sentence excepts, and denies of it what that says of all else. */
export function deniesOfExcepted(claim: SurfaceReading, sentence: SurfaceReading): boolean {
  if (exceptedBy(claim, sentence) === undefined) return false;
  if (claim.facts.some(({ fact }) => hasOtherValue(sentence, fact))) return true;
  // "Free" denies a duty, unless all else is free.
  const isFree = ['free', 'exempt'].some((word) => claim.words.has(word) && !sentence.words.has(word));
  return (claim.negations.length > 0 || isFree) !== exceptingIn(sentence)!.isDenied;
}

/** "On Mondays it costs 1 euro." of "It costs 2 euros except on Mondays." */
function hasOtherValue({ facts }: SurfaceReading, { kind, unit, low }: Fact): boolean {
  const [value, ...others] = facts.filter(({ fact }) => fact.kind === kind && fact.unit === unit);
  const isOther = value !== undefined && value.fact.low !== low;
  return isOther && (others.length === 0 || others.some(({ fact }) => fact.low === low));
}

function exceptedBy(claim: SurfaceReading, sentence: SurfaceReading): ReadonlySet<string> | undefined {
  if (hasException(claim)) return undefined;
  const own = keysOf(claim.tokens);
  return exceptingIn(sentence)?.excepted.find((keys) => [...keys].every((key) => own.has(key)));
}

/** "Both teams qualified." of "The Reds qualified, the Blues did not.": the sentence does not say it of all, unless it names them as the claim does. */
export function saysOfAll(claim: SurfaceReading, sentence: SurfaceReading): boolean {
  const at = claim.tokens.findIndex(({ lower }) => ALL.has(lower));
  const isOfAll = ({ tokens }: SurfaceReading) => tokens.some(({ lower }) => ALL.has(lower));
  if (at < 0 || claim.negations.length > 0 || isOfAll(sentence) || deniedAlone(sentence.tokens).length === 0)
    return false;
  const { main, verbs } = exceptingIn(sentence)!;
  const [of] = keysOf(claim.tokens.slice(at + 1).filter(({ type }) => type === 'word'));
  const says = keysOf(claim.tokens.filter(isVerb));
  return of !== undefined && !main.has(of) && [...says].some((key) => verbs.has(key));
}

/** True if a claim says of something excepted what a sentence says of all else: "Gert speaks Spanish." of "All but Gert speak Spanish.". */
export function saysOfExcepted(claim: SurfaceReading, sentence: SurfaceReading): boolean {
  return saysTheSameOf(claim, sentence) && claim.negations.length > 0 === exceptingIn(sentence)!.isDenied;
}

/** True if an exception says what the claim does: "Gert does not speak Spanish." of "All but Gert speak Spanish.". */
export function saysByException(claim: SurfaceReading, sentence: SurfaceReading): boolean {
  if (!deniesOfExcepted(claim, sentence) || !saysTheSameOf(claim, sentence)) return false;
  if (UNSURE.test(sentence.text) || /\bmust\b/i.test(claim.text)) return false;
  const of = exceptedBy(claim, sentence)!;
  const { isDenied, others, main } = exceptingIn(sentence)!;
  // "Everyone except Ana trusts Ben" says nothing of whom Ana is trusted by, nor "all dogs except dogs on a leash" of dogs.
  const verb = verbOf(claim);
  const whole = others.findIndex(({ lower }) => WHOLES.has(lower));
  const isSubject = whole < placeOf(others, verb);
  const isOtherSide =
    whole >= 0 && verb.size > 0 && placeOf(claim.tokens, of) < placeOf(claim.tokens, verb) !== isSubject;
  if (isOtherSide || [...of].some((key) => main.has(key))) return false;
  // "Not a large window" does not deny a window.
  const own = keysOf(claim.tokens);
  return isDenied || [...saidOfAll(others, verb)].every((key) => own.has(key));
}

/** The verb that a claim denies, or its first one. */
function verbOf({ tokens, negations }: SurfaceReading): ReadonlySet<string> {
  const denied = negations[0]?.lemmas[0];
  const verb = tokens.find((token) => (denied === undefined ? isVerb(token) : token.lemma === denied));
  return keysOf(verb === undefined ? [] : [verb]);
}

/** Where a token is one of some words; behind the last where none is. */
function placeOf(tokens: readonly Token[], keys: ReadonlySet<string>): number {
  const at = tokens.findIndex((token) => [...keysOf([token])].some((key) => keys.has(key)));
  return at < 0 ? tokens.length : at;
}

const EXCEPTING = /^(?:except|exception|excepting|apart|aside|other|but|sole|single)$/;

/** Words for all others: "open on Sundays" of "all shops are", and "in winter" before it. */
function saidOfAll(others: readonly Token[], verb: ReadonlySet<string>): ReadonlySet<string> {
  const first = others.findIndex(isVerb);
  const at = Math.min(placeOf(others, verb), first < 0 ? others.length : first);
  const begins = at === others.length || others.slice(0, at).some(({ lower }) => lower === ',') ? 0 : at;
  const isOwn = ({ lower }: Token, i: number) =>
    EXCEPTING.test(lower) || WHOLES.has(lower) || WHOLES.has(others[i - 1]?.lower ?? '');
  return keysOf(others.filter((token, i) => i >= begins && !isOwn(token, i)));
}

/** It tells of a plan or a report, or of some cases only. */
const UNSURE =
  /\b(?:if|unless|would|might|could|must|should|thinks?|thought|believ\p{L}+|according|hopes?|plan\p{L}*|propos\p{L}+|said|says?|claim\p{L}*|usually|mostly|often|until|was|were)\b|\?/iu;

/** True if all else that a claim says of something excepted are words that a sentence has for all others. */
function saysTheSameOf(claim: SurfaceReading, sentence: SurfaceReading): boolean {
  const of = exceptedBy(claim, sentence);
  if (of === undefined || claim.tokens.some(({ lower }) => OTHERWISE.has(lower))) return false;
  const { main, verbs } = exceptingIn(sentence)!;
  const others = [...keysOf(claim.tokens)].filter((key) => !of.has(key));
  // "The children went on the trip." of "Everyone except the children paid for the trip."
  const hasVerb = verbs.size === 0 || others.some((key) => verbs.has(key));
  return others.length >= LEAST_HELD && others.every((key) => main.has(key)) && hasVerb;
}
