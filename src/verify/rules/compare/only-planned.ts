import { partOfSpeech, type Token, wordKey } from '../../../text/index.ts';
import { isTime } from '../extract/qualifiers.ts';
import { words } from '../lexicon/phrases.ts';
import type { SurfaceReading } from '../reading.ts';
import { either, isBehind, isOneOf, isToBehind, keysIn, keysOf, SAME_MATTER, type Test } from './words-before.ts';

/** A claim with one of these speaks of a plan, a report or a doubt itself. */
const OWN_PLAN =
  /\b(?:will|would|shall|should|may|might|could|if|unless|going to|about to|due to|plan\p{L}*|consider\p{L}*|propos\p{L}+|discuss\p{L}*|hop(?:es?|ed|ing)|aim(?:s|ed|ing)?|inten\p{L}+|want\p{L}*|wish\p{L}*|expect\p{L}*|appl(?:y|ies|ied)|possib\p{L}+|future|next|soon)\b/iu;
const OWN_REPORT =
  /\b(?:accord\p{L}+|sa(?:ys?|id)|t(?:ells?|old)|claim\p{L}*|report\p{L}*|heard|hears|rumou?r\p{L}*|alleg\p{L}+|believ\p{L}+|th(?:inks?|ought)|suspect\p{L}*|suppos\p{L}+|writes?|wrote|mention\p{L}*|supposedly|apparently|may|might|could|perhaps|probably|described|considered|regarded|seen|assumed)\b/iu;

/** Verbs of what does not exist before: "to add a bar", "opening a second shop". */
const MAKES =
  '(?:(?:add|open|build|launch|install|offer|start|buy)(?:ing)?|(?:introduc|creat|hir)(?:e|ing)|set(?:ting)? up|found|establish|get|have|provide)';
const BUILDS = '(?:add|open|build|introduce|create|launch|install|found|establish|set up)';
/** "is considering an additional sailing", "plans to add a rooftop bar", but not "plans to close the old bar". */
const PROPOSED = new RegExp(
  `\\b(?:(?:(?:is|are|was|were|been) (?:considering|planning|proposing|discussing|thinking (?:of|about)|hoping|looking into)|considers?|propose[sd]?|plans?|hopes?|wants?|intends?|aims?|wishes|would like|(?:has|have) (?:applied for|proposed|suggested|discussed))(?: to ${MAKES}| ${MAKES})?|(?:will|shall|would) ${BUILDS}) (?=(?:an?|another|new|more|additional|two|three|four|\\d+)\\b)`,
  'iu',
);

/** Someone, not named, who says something: "a neighbor told us that", "some members report that". */
const RUMOURED =
  /\b(?:hear(?:s|d|ing)(?: [^,.;]{1,40}?)? that|rumou?rs?(?: has it)? that|read somewhere that|(?:is|are|was|were) rumou?red to|(?:an?|another|some|someone|somebody|people)(?:(?! (?:study|report|survey|review|trial|statement|court|judge|police|\p{L}*spokes\p{L}+|official|analysis|notice|who|which|that)\b) [\p{L}'-]+){0,6}? (?:says?|said|claims?|claimed|told [\p{L}' -]{1,20}?|writes?|wrote|reports|(?<!\b(?:an?|another)(?: [\p{L}'-]+){0,6} )report|reported|thinks?|believes?|swears?)(?: that)?) /iu;
const THOUGHT =
  /\b(?:was|were|been) (?:\p{L}+ )?(?:thought|believed|alleged|rumou?red|supposed|assumed|suspected|said) to (?:be|have|\p{L}+) /iu;

/** "There is", "has": a claim that something exists, or that someone has it. */
const HAS = /^there (?:is|are)\b|\b(?:has|have|owns?|got|received|holds?|possesses)\b(?! (?:been|to|not)\b)/i;
const OWN_WISH =
  /\b(?:request\p{L}*|order\p{L}*|appl(?:y|ies|ied|ication)|wait\p{L}*|await\p{L}*|ask\p{L}*|seek\p{L}*|sought|need\p{L}*|want\p{L}*|look\p{L}*|plan\p{L}*|propos\p{L}+|promis\p{L}+)\b/iu;
const WANTED =
  /\b(?:(?:appl(?:y|ies|ied|ying)|wait(?:s|ed|ing)?|ask(?:s|ed|ing)?|look(?:s|ed|ing)?|hop(?:es|ed|ing)) for|await(?:s|ed|ing)?|seek(?:s|ing)?|sought|request(?:s|ed|ing)?|order(?:s|ed|ing)?|needs?|wants?) (?=an?\b|another\b|\d)/i;
/** "A lift has been ordered": what is before it is wanted. */
const ASKED_FOR =
  /\b(?:has|have|had|is|are|was|were) (?:only )?(?:been |being )?(?:requested|ordered|applied for|proposed|promised|planned)\b/i;
/** The wish may have come true. */
const GRANTED =
  /(?<!\b(?:not|never|n't)(?: yet| been| yet been)? )\b(?:granted|approved|installed|delivered|arrived|received|built|opened|given|got|accepted|issued|completed|came|come|found|bought|paid|had)\b/i;

/** True if a claim says that there is what a sentence only wants: "There is a permit." of "A permit has been requested." */
function isOnlyWanted(claim: SurfaceReading, sentence: SurfaceReading): boolean {
  const has = HAS.exec(claim.text);
  if (has === null || OWN_WISH.test(claim.text) || GRANTED.test(sentence.text)) return false;
  const [wanted, asked] = [WANTED.exec(sentence.text), ASKED_FOR.exec(sentence.text)];
  const object = headFrom(claim.tokens, has.index + has[0].length);
  const places = sentence.tokens.filter(({ lower }) => wordKey(lower) === object);
  // "It has a pool and wants a new pool."
  if (object === undefined || places.length !== 1) return false;
  if (wanted !== null) return headFrom(sentence.tokens, wanted.index + wanted[0].length) === object;
  // "The concert is planned for 5 May": so there is one on 5 May.
  if (claim.facts.some(({ fact }) => isTime(fact))) return false;
  const before = sentence.tokens.filter(({ end }) => end <= (asked?.index ?? 0));
  return headFrom(before.slice(before.findLastIndex(({ lower }) => CLAUSES.has(lower)) + 1), 0) === object;
}

const CLAUSES = words(', ; : and but');

/** The key of the last content word of a phrase, up to a preposition or a mark: "lift" of "a new lift for the museum". */
function headFrom(tokens: readonly Token[], from: number): string | undefined {
  const phrase = tokens.filter(({ start }) => start >= from);
  const end = phrase.findIndex(
    ({ type, lower }) =>
      type === 'symbol' || /^(?:and|but|or|who|which|that)$/.test(lower) || partOfSpeech(lower) === 'ADP',
  );
  const head = phrase.slice(0, end < 0 ? undefined : end).findLast(({ lemma }) => lemma !== '');
  return head && wordKey(head.lower);
}

/** Share of the claim's words in a sentence that are behind the words of the plan. */
const BEHIND = 0.5;

/** True if a sentence gives as a plan, a rumor or a former belief what a claim states: "There is a bar." of "We plan to add a bar.". */
export function isOnlyPlanned(claim: SurfaceReading, sentence: SurfaceReading): boolean {
  if (claim.negations.length > 0) return false;
  if (isOnlyWanted(claim, sentence)) return true;
  if (sentence.negations.length > 0) return false;
  return (
    (!OWN_PLAN.test(claim.text) && (isSaidBehind(PROPOSED, claim, sentence) || isOnlyFuture(claim, sentence))) ||
    (!OWN_REPORT.test(claim.text) &&
      (isSaidBehind(RUMOURED, claim, sentence) || isSaidBehind(THOUGHT, claim, sentence)))
  );
}

/** True if most words of a claim are behind the words of a plan or a rumor, up to the next clause. */
function isSaidBehind(pattern: RegExp, claim: SurfaceReading, sentence: SurfaceReading): boolean {
  const found = pattern.exec(sentence.text);
  if (found === null) return false;
  const from = found.index + found[0].length;
  const rest = /^[^;:.]*?(?=[;:.]|, (?:but|which|who|and)\b| (?:which|who)\b|$)/iu.exec(sentence.text.slice(from))![0];
  const behind = keysOf(sentence.tokens.filter(({ start, end }) => start >= from && end <= from + rest.length));
  const before = keysOf(sentence.tokens.filter(({ end }) => end <= from));
  const own = [...keysIn(claim)];
  const held = own.filter((key) => behind.has(key) || before.has(key)).length;
  const planned = own.filter((key) => behind.has(key) && !before.has(key)).length;
  return planned > 0 && held >= SAME_MATTER * own.length && planned >= BEHIND * held;
}

const DONE =
  /\b(?:(?:has|have) (?:already |now |just )?(?:been )?|(?:was|were) )(?<verb>\p{L}+(?:ed|en|wn|ne|ld|ght|pt|nt|lt))\b/iu;
const isFuture: Test = either(
  isOneOf(words('will shall')),
  isToBehind(
    words('plan plans planned going about due hopes hope hoped aims aim intends intend wants want expected scheduled'),
  ),
);
/** "In 1990 he would be elected" tells of the past, "the road would be closed if snow fell" does not. */
const isFutureIf: Test = either(isFuture, isOneOf(words('would')));

/** "The reading has been moved." of a sentence in which it will be, or would be if it rained. */
function isOnlyFuture(claim: SurfaceReading, sentence: SurfaceReading): boolean {
  const verb = DONE.exec(claim.text)?.groups?.verb;
  const own = claim.tokens.find(({ text }) => text === verb);
  const places = own === undefined ? [] : (sentence.positions.get(own.lemma) ?? []);
  const test = sentence.words.has('if') ? isFutureIf : isFuture;
  if (places.length === 0 || !places.every((place) => isBehind(sentence.tokens, place, test))) return false;
  const keys = [...keysIn(claim)];
  return keys.filter((key) => keysIn(sentence).has(key)).length >= SAME_MATTER * keys.length;
}
