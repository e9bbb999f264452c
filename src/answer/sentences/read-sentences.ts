import type { CrossEncoder } from '../../nli/types.ts';
import type { Pause } from '../../pause.ts';
import { isFunctionWord, normaliseForModel, partOfSpeech } from '../../text/index.ts';
import type { Statement } from '../../verify/pipeline.ts';
import { inNotationOf } from '../../verify/read/claim-notation.ts';
import { type ReadClaim, readClaimSpans } from '../../verify/read/read-claim.ts';
import { onlySources, type SourceSet } from '../../verify/read/read-source.ts';
import type { AnswerInput } from '../answer-request.ts';
import type { AnswerRequest, PreparedSentence } from '../prepare-answer.ts';

export interface SentenceToRead {
  readonly sentence: PreparedSentence;
  /** Undefined where nothing is to be checked. */
  readonly claim: ReadClaim | undefined;
  /** Its words without those that only led to a citation. */
  readonly plain: string;
  /** The name of a sentence before that its claim is read with. */
  readonly name: string | undefined;
}

/** The sentences as claims: with their subjects named, and without words that only led to a citation. */
export async function readSentences(
  { prepared }: AnswerRequest,
  encoder: CrossEncoder,
  pause: Pause,
): Promise<SentenceToRead[]> {
  const read: SentenceToRead[] = [];
  let subject: string | undefined;
  for (const sentence of prepared.sentences) {
    if (sentence.skipped !== undefined) {
      read.push({ sentence, claim: undefined, plain: '', name: undefined });
      continue;
    }
    const written = normaliseForModel(sentence.text);
    const plain = sentence.cited.length > 0 ? withoutCitingPhrase(written) : written;
    const named = withNamedSubject(plain, subject) ?? plain;
    const text = { text: prepared.text, spans: [sentence.kinded] };
    const claim = sentence.checkRequired ? readClaimSpans(text, encoder) : undefined;
    const isWhole = claim?.parts.length === 1;
    const name = isWhole && named !== plain ? subject : undefined;
    read.push({ sentence, claim: isWhole && named !== written ? readAs(claim, named) : claim, plain, name });
    subject = subjectOf(plain, subject);
    await pause();
  }
  return read;
}

function readAs(claim: ReadClaim, normalised: string): ReadClaim {
  const parts = claim.parts.map((part) => ({ ...part, normalised }));
  return { ...claim, parts, spans: parts.filter(({ asserts }) => asserts) };
}

const GROUPS =
  'company|firm|group|organi[sz]ation|agency|university|institute|bank|club|team|city|town|author|director|researcher|scientist|player|artist|politician|president|minister';
/** A subject that refers back: "It", "They", "The company", and "Its", which is another's. */
const REFERRING = new RegExp(
  `^(?:(?<possessive>[Ii]ts|[Hh]is|[Tt]heir|[Hh]er(?=\\s+\\p{Ll}+\\s+(?:is|was|are|were|has|had|have)\\b))\\b|(?:[Ii]t|[Hh]e|[Ss]he|[Tt]hey)\\b(?!['’-])|(?:[Tt]he|[Tt]his) (?:${GROUPS})\\b(?!-|['’](?!s\\b)))`,
  'u',
);
/** A subject that refers back after an opening: "Apart from the seal, it can be washed". */
const GOES_ON_ABOUT = /^[^,;.]{1,60}, (?:it|he|she|they) /;
/** An "It" that refers to no name: "It is known that", "It is important to", "It turned out". */
const EXPLETIVE =
  /^it (?:(?:is|was|has been|may be|might be|seems|seemed|appears|appeared|turn(?:s|ed) out)(?: \p{L}+){0,3} that|turn(?:s|ed) out|(?:is|was|has been|may be|might be)(?: \p{L}+)? (?:important|possible|impossible|difficult|hard|easy|easier|necessary|likely|unlikely|useful|helpful|common|best|better|fair|safe|worth)|(?:rains?|snows?|rained|snowed|takes|took))\b/iu;
/** The name that a sentence begins with and the word after it: "Valtek AG was", "The University of Oslo has". */
const SUBJECT =
  /^(?:[Tt]he )?(?<name>\p{Lu}[\p{L}\p{N}.&'’-]*(?: (?:(?:of|de|van|von|the|and|for|&) )*\p{Lu}[\p{L}\p{N}.&'’-]*)*) (?:\([^()]{1,60}\) )?(?<next>\p{Ll}+)/u;
const GOES_ON: ReadonlySet<string | undefined> = new Set(['VERB', 'AUX', 'ADV']);
const NAMES: ReadonlySet<string | undefined> = new Set(['NOUN', 'PROPN', undefined]);
/** Nouns to the lexicon, but no subject that a sentence continues about. */
const NO_SUBJECT = /^(?:none|nobody|nothing|everyone|everybody|everything|half|part|today|yesterday|tomorrow)$/;

/** The word that a sentence begins with, where it refers to what is named before. */
export function referringWord(sentence: string): string | undefined {
  return EXPLETIVE.test(sentence) ? undefined : REFERRING.exec(sentence)?.[0];
}

/**
 * A sentence with its subject named, where it begins with a word that refers to the name that the sentence before it
 * begins with: "It employs 350 people." after "Valtek AG makes valves." is read as "Valtek AG employs 350 people.".
 * `undefined` where nothing is to be named.
 */
export function withNamedSubject(sentence: string, subject: string | undefined): string | undefined {
  const referring = REFERRING.exec(sentence);
  if (referring === null || subject === undefined || EXPLETIVE.test(sentence)) return undefined;
  const own = referring.groups?.possessive === undefined ? subject : `${subject}'s`;
  return own + sentence.slice(referring[0].length);
}

/** The name that a sentence begins with; that of the sentence before where it refers back itself. */
export function subjectOf(sentence: string, before: string | undefined): string | undefined {
  if (REFERRING.test(sentence) || GOES_ON_ABOUT.test(sentence)) return before;
  const { name, next } = SUBJECT.exec(sentence)?.groups ?? {};
  return name !== undefined && GOES_ON.has(partOfSpeech(next!)) && isName(name) ? name : undefined;
}

/** True if capitals mark a name and not only the first word of a sentence: "Solar panels" begins with no name. */
function isName(words: string): boolean {
  if (words.includes(' ')) return !isFunctionWord(words.split(' ')[0]!.toLowerCase());
  const word = words.toLowerCase();
  return !isFunctionWord(word) && !NO_SUBJECT.test(word) && NAMES.has(partOfSpeech(word));
}

const STATED = '(?:reported|stated|noted|shown|seen|described|mentioned|explained|written|cited|discussed|confirmed)';
const SAYS = '(?:says|states|notes|reports|shows|explains|describes|mentions|confirms)';

/** Words that lead to the mark of a citation and say nothing without it: "According to [1], it rose." */
const LEADING = new RegExp(
  `^(?:according to|based on|per|from|in|as (?:${STATED} (?:in|by)|in|per)|as ${SAYS})(?: and)* ?, +(?=\\S)`,
  'iu',
);
/** The same after a statement: "It rose, as reported in [1].", "It rose (see [1])." */
const TRAILING = new RegExp(
  `(?:,? (?:according to|as (?:${STATED} (?:in|by)|per))(?: and)*| \\((?:see|see also|cf\\.?)(?: and)* ?\\))(?= ?[.!?]*$)`,
  'iu',
);

/** A sentence whose citations were cut, for the models: without the words that only lead to them. */
export function withoutCitingPhrase(sentence: string): string {
  const stated = sentence.replace(LEADING, '').replace(TRAILING, '');
  return stated.replace(/^\p{Ll}/u, (letter) => (stated === sentence ? letter : letter.toUpperCase()));
}

/** A sentence that was read, as a statement with all sources and those that it cites. */
export interface SentenceToCheck extends SentenceToRead, Statement {
  readonly claim: ReadClaim | undefined;
}

/** With all sources, and with the cited ones alone where a sentence cites some of the sources and not all. */
export async function withSources(
  claims: readonly SentenceToRead[],
  { sources }: AnswerInput,
  {
    all,
    encoder,
    pause,
  }: {
    readonly all: SourceSet;
    readonly encoder: CrossEncoder;
    readonly pause: Pause;
  },
): Promise<SentenceToCheck[]> {
  const numbers = new Map(sources.map(({ id }, number) => [id, number]));
  const known = new Map<string, SourceSet>();
  const toCheck: SentenceToCheck[] = [];
  for (const one of claims) {
    const ids = new Set(one.sentence.cited.flatMap((id) => numbers.get(id) ?? []));
    const isSome = one.claim !== undefined && ids.size > 0 && ids.size < sources.length;
    const key = [...ids].sort((a, b) => a - b).join();
    const cited = isSome ? (known.get(key) ?? onlySources(all, ids)) : undefined;
    if (cited !== undefined) known.set(key, cited);
    const claim = one.claim && (await inNotationOf(one.claim, all, { encoder, pause }));
    toCheck.push({ ...one, claim, sources: all, cited });
    await pause();
  }
  return toCheck;
}
