import { partOfSpeech, type Token } from '../../../text/index.ts';
import type { SurfaceReading } from '../reading.ts';

/** Units of a sentence that are read. */
const LENGTH = 400;
/** Share of the claim's content words that the past part of the sentence holds. */
const LEAST_SHARE = 0.5;

/** A claim with one of these speaks of the past itself, or of how long something lasts. */
const OWN_PAST =
  /\b(?:was|were|wasn't|weren't|had|did|didn't|has|have|having|used to|formerly|previously|once|until|till|before|since|ago|last|became|began|held|led|left|lost|made|ran|sold|served|took|went|won)\b|(?<!\b(?:is|are|be|been|being|isn't|aren't|not) )\b[a-z]{2,}ed\b/i;

/** It says itself that something ended. */
const OWN_END = /\b(?:no longer|not|former|any ?more)\b/i;

const PERIOD = /\b\d{4}\b.*\b\d{4}\b/;
/** It says that something began and lasts: a claim in the present. */
const LASTS = /\b(?:has|have)\b(?! (?:not|never)\b).*\bsince\b/i;

const PAST = '\\b(?:was|were|had|held|led|ran|sold|took|made|kept|[a-z]{3,}ed)\\b';
/** Verbs that move an end into the future: "was extended until 2030". */
const PROLONGED =
  '(?:extended|prolonged|renewed|postponed|delayed|adjourned|guaranteed|granted|planned|scheduled|reserved|booked|authori[sz]ed|set|fixed|promised|expected)';
const UNTIL = '(?:until|till|up (?:until|to(?! \\d{1,3}\\b)))';
const STILL = '(?:now|today|recently|further|this|the present|present|at least|date|\\$?\\d+ ?%)';
const ENDED =
  '(?:withdrawn|revoked|repealed|rescinded|cancell?ed|reversed|overturned|abolished|dropped|scrapped|annulled|terminated|discontinued)';
const CHANGED =
  '(?:moved|moving|left|leaving|closed|closing|merged|changed|became|becoming|replaced|sold|stepped|resigned|retired|relocated|renamed|being|was|were)';

/** "was mayor", but not "was built": what was made is still there. */
const STATE =
  '\\b(?:(?:was|were)(?! (?:[a-z]+ly )?(?:[a-z]+(?:ed|ilt|tten|wn|ade|ung|un|ut)|set|paid|sent|sold|kept|held|found|led|taught) )|served|lived|worked|stayed|taught|led|held|headed|chaired)\\b';
const YEARS = '\\b(?:from|between) (?:[a-z]+ )?\\d{0,4} ?(?:to|and|until|till) (?:[a-z]+ )?\\d{4}\\b';
const GOES_ON = '.*\\b(?:still|since|remains?|again|later|back|all along)\\b';

/** "was mayor from 2012 to 2020" */
const PAST_PERIOD = new RegExp(`^(?<subject>[^,;]*?)${STATE}(?<predicate>[^,;]{0,60}?)${YEARS}(?!${GOES_ON})`, 'i');
/** "From 2012 to 2020 she led the council." */
const PERIOD_FIRST = new RegExp(`^(?<subject>${YEARS},? [^,;]*?)${STATE}(?<predicate>[^,;]{0,60})(?!${GOES_ON})`, 'i');

/** "opened in 2015 and closed in 2021" */
const BEGUN_AND_ENDED =
  /^(?<subject>[^,;]*?)\b(?:opened|began|started|joined|arrived|moved in)\b(?<predicate>[^;]*?)\b(?:and|but) (?:later |then |was )?(?:closed|left|ended|stopped|quit|resigned|shut|moved out)(?=[.,;]|$| (?:in|on|at|after|before|two|three|\d))(?!.*\b(?:again|back|reopened)\b)/i;

/** The past part of a sentence that ends it, up to the word that does. */
const FRAMES: readonly RegExp[] = [
  // "was free until 2019"
  new RegExp(
    `^(?!.*(?:\\b(?:not|cannot|never)|n't)\\b.*\\b${UNTIL}\\b)(?!.*\\b${PROLONGED}\\b.*\\b${UNTIL}\\b).*?${PAST}(?!.*\\b(?:where|which|who)\\b.*\\b${UNTIL}\\b).*?\\b${UNTIL} (?!${STILL}\\b)`,
    'i',
  ),
  // "cost $12 until May and $15 since"
  new RegExp(`^.*?\\b${UNTIL} (?!${STILL}\\b)(?=.*\\b(?:since|thereafter|afterwards|from then on)\\b)`, 'i'),
  // "was in Ulm before it moved to Bonn"
  new RegExp(`^.*?\\b(?:was|were|had)\\b.*?\\bbefore (?=[^,;]{0,40}\\b${CHANGED}\\b)`, 'i'),
  // "used to employ 300 people"
  /^(?!.*\b(?:is|are|was|were|be|been|get|gets|got|getting) used to\b).*?\bused to (?!it\b)[^;,.]*/i,
  // "formerly owned the port"
  /^.*?\b(?:(?:formerly|previously) (?:[a-z]+ed|was|were|held|had|ran|led)|(?:was|were) (?:formerly|previously|once))\b[^;,.]*/i,
];
/** "was approved, but the approval was withdrawn": what follows the word that ends the past part takes it back. */
const TAKEN_BACK = /^.*?\b(?:was|were)\b.*?(?:\b(?:but|then|and|until|before)\b|;)/i;
const TAKES_BACK = new RegExp(`\\b(?:was|were|been|be) (?:later |then |since )?${ENDED}\\b`, 'i');

/** True if a sentence besides the supporting one ends what a claim states: unless that has more of its words, and may tell of what came after. */
export function isEndedElsewhere(claim: SurfaceReading, support: SurfaceReading, sentence: SurfaceReading): boolean {
  // A person may be another one, where another sentence names the claim's subject.
  const wanted = new Set([...keysOf(claim.tokens)].slice(/^(?:it|they|this|these)\b/i.test(sentence.text) ? 1 : 0));
  return isEnded(claim, sentence) && heldBy(sentence, wanted) >= heldBy(support, wanted);
}

/** True if a claim in the present states what a sentence gives as a past that has ended. */
export function isEnded(claim: SurfaceReading, sentence: SurfaceReading): boolean {
  if ((OWN_PAST.test(claim.text) && !LASTS.test(claim.text)) || PERIOD.test(claim.text)) return false;
  const written = sentence.text.slice(0, LENGTH);
  const wanted = keysOf(claim.tokens);
  if (wanted.size === 0 || claim.negations.length > 0 || OWN_END.test(claim.text)) return false;
  const [period, lasted] = [
    (PAST_PERIOD.exec(written) ?? PERIOD_FIRST.exec(written))?.groups,
    BEGUN_AND_ENDED.exec(written)?.groups,
  ];
  if (period !== undefined && saysOf(sentence, period, claim)) return true;
  if (lasted !== undefined && isOfSubject(claim, sentence, lasted) && heldBy(sentence, wanted) >= LEAST_SHARE)
    return true;
  if (LASTS.test(claim.text)) return false;
  if (isOfFormer(claim, sentence) || isOfStopped(claim, sentence)) return true;
  const takenBack = TAKEN_BACK.exec(written)?.[0];
  const isTakenBack = takenBack !== undefined && TAKES_BACK.test(written.slice(takenBack.length));
  // A pronoun may be the claim's subject.
  const said = [...wanted].slice(/^(?:it|he|she|they|this|these)\b/i.test(written) ? 1 : 0);
  const parts = [...FRAMES.map((frame) => frame.exec(written)?.[0]), isTakenBack ? takenBack : undefined];
  return parts.some((part) => {
    const past = part?.length;
    if (past === undefined || /\b(?:is|are|can|may|must|will)\b(?! used to)/i.test(written.slice(0, past)))
      return false;
    const first = sentence.tokens.filter(({ end }) => end <= past);
    // "The café, opened in 2019, serves lunch until 3 pm."
    if (
      first.some(
        ({ lower, lemma }) => /[^s]s$/.test(lower) && [lower, lemma].some((one) => partOfSpeech(one) === 'VERB'),
      )
    )
      return false;
    const before = keysOf(first);
    // A number that it does not have may be the value that came after: "It was 8 euros until May."
    if (said.some((key) => /^\d/.test(key) && !before.has(key))) return false;
    const after = keysOf(sentence.tokens.filter(({ start }) => start >= past));
    const held = said.filter((key) => before.has(key)).length;
    return (
      held > 0 && held >= said.length * LEAST_SHARE && [...wanted].every((key) => before.has(key) || !after.has(key))
    );
  });
}

/** "Ida Roth is the head of the bank." of a sentence that calls her its former head, and nobody its head. */
function isOfFormer(claim: SurfaceReading, { tokens }: SurfaceReading): boolean {
  const at = tokens.findIndex(({ lower }) => lower === 'former' || lower === 'ex');
  if (at < 0) return false;
  const end = tokens.findIndex(({ type, lower }, i) => i > at && ((type === 'symbol' && lower !== '-') || i > at + 4));
  const [behind, other] = [tokens.slice(at + 1, end < 0 ? tokens.length : end), keysOf(tokens.slice(0, at))];
  const role = keysOf(behind.filter(({ text }) => !/^\p{Lu}/u.test(text)));
  const all = keysOf(behind);
  const is = claim.tokens.findIndex(({ lower }) => /^(?:is|are)$/.test(lower));
  const called = keysOf(claim.tokens.slice(is + 1));
  const [named, said] = [keysOf(claim.tokens.slice(0, is)), keysOf(tokens)];
  // "Ulm is the home of former mayor Ida Roth", "she is head of the council and former head of the bank".
  const isOther = /^(?:in|at|on|about|by|from)$/.test(claim.tokens[is + 1]?.lower ?? '');
  if (isOther || [...called].every((key) => other.has(key))) return false;
  const isOfRole = is > 0 && [...role].filter((key) => called.has(key)).length >= Math.max(1, role.size - named.size);
  return (
    isOfRole && [...named].every((key) => said.has(key)) && [...called].every((key) => all.has(key) || other.has(key))
  );
}

const STOPPED = new RegExp(
  `^.*?\\b(?:was|were|(?:has|have) been) ${ENDED}\\b(?!.*\\b(?:back in|again|reopened|today|tomorrow|yesterday|this|on \\w+day|because|due to)\\b)`,
  'i',
);

/** "A ferry runs to Ems." of "The ferry to Ems was discontinued in 2022.": most of the claim, and the sentence is about its subject. */
function isOfStopped(claim: SurfaceReading, sentence: SurfaceReading): boolean {
  const stopped = STOPPED.exec(sentence.text.slice(0, LENGTH))?.[0];
  if (stopped === undefined) return false;
  const subject = keysOf(sentence.tokens.filter(({ end }) => end <= stopped.length));
  const wanted = [...keysOf(claim.tokens)];
  const isSame = wanted.length > 1 && [...subject].slice(0, 1).every((key) => wanted.includes(key));
  return isSame && wanted.filter((key) => subject.has(key)).length > wanted.length * LEAST_SHARE;
}

/** True if a past period is one of the claim's subject, and the first word that it says of it is one of the claim. */
function saysOf(sentence: SurfaceReading, groups: Readonly<Record<string, string>>, claim: SurfaceReading): boolean {
  const { subject = '', predicate = '' } = groups;
  const from = subject.length;
  const said = sentence.tokens.filter(({ start, lemma }) => start >= from && lemma !== '');
  const isOnly = /^\s*with\b|^\W*(?:\w+\W+){0,3}(?:only|first|last)\b/i.test(predicate);
  const isSaid = said.slice(0, 2).some(({ lemma }) => claim.positions.has(lemma));
  return (
    !isOnly && isSaid && isOfSubject(claim, sentence, groups) && heldBy(sentence, keysOf(claim.tokens)) >= LEAST_SHARE
  );
}

/** True if the subject of a sentence has the first content word of a claim, or the claim opens with a pronoun. */
function isOfSubject(
  claim: SurfaceReading,
  { tokens }: SurfaceReading,
  { subject = '' }: Readonly<Record<string, string>>,
): boolean {
  const first = claim.tokens.find(({ lemma }) => lemma !== '');
  const isPronoun = ({ lower }: Token) => /^(?:he|she|they|it|we|i)$/.test(lower);
  const named = tokens.filter(({ end }) => end <= subject.length);
  if (claim.tokens.slice(0, 1).some(isPronoun) || named.some(({ lemma }) => lemma === first?.lemma)) return true;
  // "His sister" is not he in "he lived in Ulm, where his sister lives".
  return named.some(isPronoun) && !tokens.some(({ lemma }) => lemma === first?.lemma);
}

/** Share of some keys that a sentence has. */
function heldBy({ tokens }: SurfaceReading, wanted: ReadonlySet<string>): number {
  const keys = keysOf(tokens);
  return [...wanted].filter((key) => keys.has(key)).length / wanted.size;
}

/** The content words and numbers. */
function keysOf(tokens: readonly Token[]): ReadonlySet<string> {
  return new Set(tokens.map(({ type, lemma, text }) => (type === 'number' ? text : lemma)).filter((key) => key !== ''));
}
