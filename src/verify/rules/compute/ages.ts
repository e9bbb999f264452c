import { calculationText } from '../../../contract/words.ts';
import { isFunctionWord, partOfSpeech, type Token } from '../../../text/index.ts';
import type { Fact } from '../findings.ts';
import { words } from '../lexicon/phrases.ts';
import type { SurfaceReading } from '../reading.ts';
import { partOf, type ReadDocument } from './candidates.ts';
import type { Computed } from './computed.ts';
import { placeOfSentence, rootOf, type SourceNumber, sentencesOf, sourceDates, yearOf } from './source-numbers.ts';

/** "Was 25 when", "at the age of 25", "lived to be 81", "died at 81" */
const AGE =
  /\b(?:(?:was|were|is|turned)(?: only| just)? (\d{1,3})(?: years old)?,? (?:when|as|at the time)\b|at (?:the )?age (?:of )?(\d{1,3})\b|aged (\d{1,3})\b|lived to (?:be |the age of )?(\d{1,3})\b|died at (\d{1,3})\b)/iu;
const ABOUT_AGE = words('was were is turned years old age aged when as time lived only just be');
const PRONOUNS = words('he she they his her their');
/** Whose event may be another one's. */
const RELATIVES = words(
  'son daughter wife husband father mother brother sister child children parents uncle aunt friend company band team partner',
);
const [BORN, DIE] = ['born', 'die'].map(rootOf) as [string, string];

/**
 * The age of the one person of a document at an event: its date less the date of birth. Where one of them is only a year, an age that is a year
 * less may be right too.
 */
export function ageClaim(claim: SurfaceReading, document: ReadDocument): Computed | undefined {
  const said = AGE.exec(claim.text);
  const age = Number(said?.slice(1).find((one) => one !== undefined));
  const value = claim.facts.map(({ fact }) => fact).find(({ written }) => Number(written) === age);
  if (value === undefined || claim.facts.length > 1 || claim.negations.length > 0) return undefined;
  const dates = partOf(sourceDates(document.reading), document, ({ fact }) => fact);
  const isBirth = ({ own, fact }: SourceNumber) => own.has(BORN) || fact.implied.includes(BORN);
  const [birth, ...others] = dates.filter(isBirth);
  if (birth === undefined || others.length > 0) return undefined;
  const content = claim.tokens.filter((token, at) => isOfEvent(token) && !(value.from <= at && at < value.to));
  const known = new Set(partOf(document.reading.tokens, document, (token) => token).map(({ lower }) => lower));
  const event = content.filter((token) => !isNamed(token)).map(({ lower }) => rootOf(lower));
  const keys = event.length > 0 ? event : /\blived\b/i.test(claim.text) || said![3] !== undefined ? [DIE] : [];
  const isEvent = (date: SourceNumber) =>
    date !== birth &&
    keys.every((key) => date.own.has(key) || (key === DIE && date.fact.implied.includes(DIE))) &&
    isOfPerson(date, { document, content, birth });
  const [at, ...more] = keys.length === 0 ? [] : dates.filter(isEvent);
  const [name, ...names] = content.filter(isNamed);
  if (at === undefined || more.length > 0 || !names.every(({ lower }) => known.has(lower))) return undefined;
  if (name !== undefined && !namesOf(birth, document).has(name.lower)) return undefined;
  const most = ageAt(birth.fact, at.fact);
  if (age === most - 1 && !(isDay(birth.fact) && isDay(at.fact))) return undefined;
  const isFor = age === most;
  const operands = [at, birth].map(({ fact }) => shown(fact, document));
  const result = `${most} years`;
  return {
    ...{
      stance: isFor ? 'for' : 'against',
      operation: 'difference',
      operands,
      result,
      reason: undefined,
      isWhole: true,
    },
    formula: calculationText({ operation: 'difference', operands, result }),
    places: [at, birth].map(({ sentence }) => placeOf(sentence, document)),
    found: isFor ? undefined : { start: value.start, end: value.end },
  };
}

function isOfEvent({ type, lower }: Token): boolean {
  return type === 'word' && !isFunctionWord(lower) && !ABOUT_AGE.has(lower) && !PRONOUNS.has(lower);
}

function isNamed({ type, text, lower }: Token): boolean {
  return type === 'word' && /^\p{Lu}/u.test(text) && !isFunctionWord(lower) && partOfSpeech(lower) !== 'ADV';
}

function namesOf({ sentence }: SourceNumber, { reading }: ReadDocument): ReadonlySet<string> {
  const { from, to } = sentencesOf(reading).get(sentence)!;
  return new Set(reading.tokens.slice(from, to).flatMap((token) => (isNamed(token) ? [token.lower] : [])));
}

/** True if the words before a date name nobody else: "His son left in 1950", "Their drummer, Bo Lind, left in 2005". */
function isOfPerson(
  { part, fact, sentence }: SourceNumber,
  {
    document,
    content,
    birth,
  }: { readonly document: ReadDocument; readonly content: readonly Token[]; readonly birth: SourceNumber },
): boolean {
  const { tokens } = document.reading;
  const said = new Set(content.map(({ lower }) => lower));
  const isOfOther = ({ lower }: Token) => RELATIVES.has(lower) && !said.has(lower);
  const { from } = sentencesOf(document.reading).get(sentence)!;
  const first = tokens.slice(from, fact.from).find((token) => isNamed(token) || /^s?he$/.test(token.lower));
  const isOther = first !== undefined && isNamed(first) && !said.has(first.lower);
  return (
    !tokens.slice(part.from, fact.from).some(isOfOther) && !(isOther && !namesOf(birth, document).has(first.lower))
  );
}

function isDay({ low, high }: Fact): boolean {
  return high - low < 2;
}

function ageAt(birth: Fact, at: Fact): number {
  const years = yearOf(at)! - yearOf(birth)!;
  if (!isDay(birth) || !isDay(at)) return years;
  const [born, then] = [birth, at].map(({ low }) => new Date(low * 864e5));
  const isBefore =
    then!.getUTCMonth() < born!.getUTCMonth() ||
    (then!.getUTCMonth() === born!.getUTCMonth() && then!.getUTCDate() < born!.getUTCDate());
  return isBefore ? years - 1 : years;
}

function shown({ start, end }: Fact, { reading, moved }: ReadDocument) {
  return { value: reading.text.slice(start, end), start: start + moved, end: end + moved };
}

function placeOf(sentence: number, { reading, moved }: ReadDocument) {
  const { start, end } = placeOfSentence(reading, sentence);
  return { start: start + moved, end: end + moved };
}
