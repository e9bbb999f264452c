import { partOfSpeech, type Token } from '../../../text/index.ts';
import { oncePer } from '../keyed.ts';
import { words } from '../lexicon/phrases.ts';
import type { SurfaceReading } from '../reading.ts';

/** Before the noun of a rule for all: "all members", "a member". */
const OF_ALL = words('all every each any a an');
/** A rule says these of whom it holds for; other verbs tell of what some did: "Workers went on strike". */
const RULES = words('can cannot may must shall will should need needs');
const RULE_VERBS = words('need pay get receive travel qualify enter require save enjoy earn vote');
const GRANTED = words(
  'allowed entitled required exempt eligible free welcome permitted obliged covered insured responsible liable',
);
/** Behind a noun they choose some of what it names; "of the club" and "at the hotel" may be where the whole text is. */
const CHOOSES = words(
  'with without under over aged from who that whose below above older younger born built bought sold made paid kept',
);
/** Before a noun they praise or address all that it names: "our valued guests", "arriving visitors". */
const CHOOSES_NOBODY = words('dear valued esteemed respected beloved happy lovely dedicated interested arriving');
const MAX_SUBJECT = 3;

/** Whom a rule is for: the noun and the word behind it. */
interface RuleSubject {
  readonly noun: Token;
  readonly verb: Token;
}

/**
 * True if a claim has a rule for all that a sentence has for some only: "Members can borrow tools." of "Members with a gold card
 * can borrow tools.", "Full-time members can borrow tools.".
 */
export function dropsRestriction(claim: SurfaceReading, sentence: SurfaceReading): boolean {
  const subject = ruleSubject(claim);
  if (subject === undefined || ![...claim.positions.keys()].every((lemma) => sentence.positions.has(lemma)))
    return false;
  const isOwn = ({ lemma }: Token) => lemma !== '' && claim.positions.has(lemma);
  const places = sentence.positions.get(subject.noun.lemma)!;
  return places.every((at) => {
    const chosen = restrictionOf(sentence.tokens, at, subject);
    return chosen.some(({ lemma, type }) => lemma !== '' || type === 'number') && !chosen.some(isOwn);
  });
}

/** The words before the noun, or between it and what is said of it, if they choose some of what it names. */
function restrictionOf(tokens: readonly Token[], at: number, { noun, verb }: RuleSubject): readonly Token[] {
  const before = tokens[at - 1];
  const isCompound = tokens[at - 2]?.text === '-';
  if (before?.sentence === tokens[at]!.sentence && (isCompound || isQuality(before)))
    return tokens.slice(at - (isCompound ? 3 : 1), at);
  const isVerb = ({ lower, sentence }: Token) => lower === verb.lower && sentence === tokens[at]!.sentence;
  const end = tokens.findIndex((token, i) => i > at && isVerb(token));
  const behind = noun.lower === tokens[at]!.lower ? tokens.slice(at + 1, end) : [];
  // "Owners of dogs over 20 kg": the club in "members of the club" chooses nobody.
  const from = behind[0]?.lower === 'of' ? behind.findIndex(isChoice) : 0;
  return from >= 0 && behind[from] !== undefined && isChoice(behind[from]) ? behind.slice(from) : [];
}

function isChoice(token: Token): boolean {
  return CHOOSES.has(token.lower) || isParticiple(token);
}

function isParticiple({ lower, lemma }: Token): boolean {
  return lemma !== '' && partOfSpeech(lower) === 'VERB' && /(?:ed|ing)$/.test(lower);
}

function isQuality(token: Token): boolean {
  const { lemma, lower } = token;
  return lemma !== '' && !CHOOSES_NOBODY.has(lower) && (partOfSpeech(lower) === 'ADJ' || isParticiple(token));
}

const ruleSubject = oncePer(({ tokens, negations }: SurfaceReading): RuleSubject | undefined => {
  const from = OF_ALL.has(tokens[0]?.lower ?? '') ? 1 : 0;
  const at = tokens.findIndex((_, i) => i > from && isRule(tokens, i));
  const subject = tokens.slice(from, at);
  const noun = subject.at(-1);
  if (at < 0 || noun === undefined || subject.length > MAX_SUBJECT || negations.length > 0) return undefined;
  const isOfAll = from === 1 || /s$|^(?:people|children|men|women)$/.test(noun.lower);
  const isPlain = subject.every(
    ({ lemma, type, text }, i) => type === 'word' && lemma !== '' && (i === 0 || /^\p{Ll}/u.test(text)),
  );
  return isOfAll && isPlain ? { noun, verb: tokens[at]! } : undefined;
});

function isRule(tokens: readonly Token[], at: number): boolean {
  const { lower } = tokens[at]!;
  const isGranted = /^(?:is|are)$/.test(lower) && GRANTED.has(tokens[at + 1]?.lower ?? '');
  const isOwed = /^(?:has|have)$/.test(lower) && tokens[at + 1]?.lower === 'to';
  return RULES.has(lower) || isGranted || isOwed || RULE_VERBS.has(lower);
}
