import type { AnswerSource } from '../../contract/answer-request.ts';
import type { Pause } from '../../pause.ts';
import {
  hasFiniteVerb,
  isFunctionWord,
  isMadeOfPhrases,
  sentenceWords,
  splitSentences,
  wordKey,
} from '../../text/index.ts';
import { readableText } from '../readable-source.ts';
import { isSelfTalk, OF_SOURCES, SOURCES } from './check-required.ts';
import { missingInGerman } from './missing-information-german.ts';

const NAMED = '(?:documents?|sources?|contexts?|passages?|texts?|excerpts?|articles?|search results|knowledge base)';
const THE_SOURCES = `(?:(?:any|all|both) of )?(?:(?:the|your|these|this|those|my) (?:${OF_SOURCES} )*${NAMED}(?: provided| given| above| below| you provided)?|(?:(?:the|your|these|this|those|my) )?(?:${OF_SOURCES} )+${SOURCES}|the ${SOURCES} (?:provided|given|above|available|you provided))`;
const KIND = '(?:(?:any|enough|sufficient|specific|relevant|further|more|direct|explicit) )*';
const DETAILS = `${KIND}(?:information|details?)`;
const THING = `${KIND}(?:information|mentions?|details?|data|evidence|references?|answers?|indications?)`;
const ABOUT = '(?:about|on|regarding|concerning)';
const SAY =
  '(?:contain|include|say|state|mention|specify|provide|give|tell|indicate|offer|discuss|address|describe|cover|reveal|disclose|explain|list|have|name|note|answer|identify|clarify|refer to|go into details?)';
const SAYS = `${SAY}(?:e?s)?`;
const SAID =
  '(?:mentioned|stated|specified|given|provided|included|found|available|discussed|addressed|described|covered|present|contained|listed|named|disclosed|explained|indicated|answered)';
const NOT = ' not(?: (?:explicitly|specifically|directly|clearly|actually))?';
/** Not of a place: "no mention of layoffs in the speech" is a statement about the speech. */
const OF_NO_PLACE = '(?!.*\\b(?:at|by|during|from|in|within)\\b)';

const QUESTION = '(?= (?:who|what|which|when|where|why|how|whether|if)\\b)';

/** Phrases that say what the sources do not have, in lower case, up to the words of it. */
const BEFORE = [
  `${THE_SOURCES} (?:(?:do|does|did)${NOT}(?: seem to| appear to)? ${SAY}|never ${SAYS})`,
  `(?:none|neither) of (?:the|these|your) (?:${OF_SOURCES} )*${NAMED} ${SAYS}`,
  `(?:neither|no) (?:${OF_SOURCES} )*${NAMED} ${SAYS}`,
  `${THE_SOURCES} (?:(?:is|are) silent (?:on|about|as to)|makes? no (?:mention|reference)|lacks? ${THING} ${ABOUT}|(?:${SAYS}|has) (?:no ${THING}(?: ${ABOUT})?|nothing(?: ${ABOUT}|$)))`,
  `it is (?:not (?:clear|known|stated|specified|mentioned)|unclear|unknown) (?:from|in|based on) ${THE_SOURCES}`,
  `it is not (?:explicitly |specifically )?(?:stated|specified|mentioned|indicated)${QUESTION}`,
  `there is (?:nothing|no ${THING}) in ${THE_SOURCES} ${ABOUT}`,
  `there (?:is|are) no (?:mentions? of|${DETAILS} ${ABOUT})${OF_NO_PLACE}`,
  `no ${DETAILS} (?:is|are) ${SAID} ${ABOUT}${OF_NO_PLACE}`,
  `nothing is (?:said|mentioned|stated) ${ABOUT}(?=.* in ${THE_SOURCES}$)`,
  `i (?:found|find|see|saw|have found) no (?:mentions? of|${DETAILS} ${ABOUT})`,
  `(?:this|that|such) information (?:is|was)${NOT} ${SAID}$`,
  `no ${DETAILS} (?:available|found)$`,
  `no (?:mention|reference) is made (?:of|to)${OF_NO_PLACE}`,
  `no ${DETAILS} ${ABOUT}(?=.* (?:is|are) ${SAID}$)${OF_NO_PLACE}`,
  `${DETAILS} ${ABOUT}(?=.* (?:is|are)${NOT} ${SAID}$)${OF_NO_PLACE}`,
  `(?:there is |i have )?(?:not enough|insufficient|no) (?:information|details?|data|context) to (?:determine|answer|tell|say|identify|establish|confirm)(?!.*\\b(?:was|were)\\b)`,
  // Not "Not covered." or "Not included.", which may answer a question about the world.
  `not (?:mentioned|stated|specified|${SAID} (?:in|by|within) ${THE_SOURCES})$`,
];
/** Such phrases from after the words of it. */
const BEHIND = [
  `(?:is|are|was|were|does|do)${NOT}(?: ${SAID}| appear)?(?: anywhere)? (?:in|by|within) ${THE_SOURCES}`,
  `(?:cannot|can not|could not) be (?:determined|answered|found|established|inferred|confirmed|identified) (?:from|by|in|with|using|based on) ${THE_SOURCES}`,
];
const [OPENING, CLOSING] = [new RegExp(`^(?:${BEFORE.join('|')})(?!\\S)`), new RegExp(` (?:${BEHIND.join('|')})$`)];
/** "There is no information about the date in the sources", "No details of it are given in the sources" */
const THERE_IS = new RegExp(
  `^(?:there (?:is|are|was|were) )?(?:no|not|insufficient) ${THING}\\b(?: (?:is made (?:of|to)|${ABOUT})\\b)?|^no (?=.* (?:is|are) ${SAID} )`,
);
const IN_SOURCES = new RegExp(` (?:(?:is|are|was|were) ${SAID} )?(?:in|within|by) ${THE_SOURCES}$`);
/** "I cannot determine the date", "I was unable to find the date in the documents" */
const CANNOT = new RegExp(
  `^i (?:cannot|can not|could not|(?:am|was) unable to|(?:am|was) not able to) (?:(?:determine|tell|say|answer|identify|establish)\\b(?!.*\\bthat\\b)|(?:find|see|locate)(?=.*${IN_SOURCES.source}))`,
);
/** "Based on the sources, it is unclear who": without the sources it may be known that it is. */
const UNCLEAR = new RegExp(`^it is (?:not (?:clear|known)|unclear|unknown)${QUESTION}`);
const NAMES_SOURCES = new RegExp(` ${THE_SOURCES}$`);
/** The end of the words of it. */
const ENDS = new RegExp(` (?:is|are)(?:${NOT})? ${SAID}$|${IN_SOURCES.source}`);

/** With these another statement may begin, as with a verb after "and", or with a number. */
const STATES = /\p{N}|\b(?:but|because|since|although|though|while|whereas|so|however|yet|despite)\b/u;
const JOINED = / (?:and|or) /;
/** Words for whatever is missing. */
const GENERIC: ReadonlySet<string> = new Set(
  'information info detail details mention mentions data evidence reference references answer answers question anything indication enough specific relevant sufficient explicit direct further exact'.split(
    ' ',
  ),
);

/** Each phrase has one of these, in English or German: most sentences have none, which is seen much faster. */
const DENIES =
  /n[o'’]t|none|neither|nothing|never|\bno\b|\black|unclear|unknown|silent|insufficient|unable|kein|nicht/i;

/**
 * Information that a sentence of an answer reports as missing from the sources, as the keys of its words for each phrase:
 * "when the plant was built". Undefined where it says anything else.
 */
export function saidMissing(written: string): string[][] | undefined {
  if (!DENIES.test(written)) return undefined;
  const missing: string[][] = [];
  let hasSources = false;
  const isOne = (phrase: string) => {
    const words = missingIn(phrase, hasSources) ?? missingInGerman(phrase, { isBehindOne: missing.length > 0 });
    if (words === undefined || STATES.test(words)) return false;
    const [, joined = ''] = words.split(JOINED, 2);
    if (hasFiniteVerb(joined)) return false;
    missing.push(
      sentenceWords(words)
        .filter((word) => !isFunctionWord(word) && !GENERIC.has(word))
        .map(wordKey),
    );
    return true;
  };
  const isOnly = isMadeOfPhrases(written, (phrase) => {
    if (!isSelfTalk(phrase)) return isOne(phrase);
    hasSources ||= NAMES_SOURCES.test(phrase);
    return true;
  });
  return isOnly && missing.length > 0 ? missing : undefined;
}

const FILLER = /^(?:(?:unfortunately|however|but|and|so|also|sadly|regrettably) )+/;

function uncontracted(phrase: string): string {
  return phrase
    .replaceAll('’', "'")
    .replace(/\bcan't\b/g, 'cannot')
    .replace(/n't\b/g, ' not')
    .replace(/\b(it|there|that)'s\b/g, '$1 is');
}

/** The words of what a phrase says is missing; '' where it names nothing. */
function missingIn(phrase: string, hasSources: boolean): string | undefined {
  const said = uncontracted(phrase).replace(FILLER, '');
  const there = THERE_IS.exec(said)?.[0];
  const closing = (there === undefined ? CLOSING : IN_SOURCES).exec(said);
  const opening = (OPENING.exec(said) ?? CANNOT.exec(said) ?? (hasSources ? UNCLEAR.exec(said) : null))?.[0];
  if (opening !== undefined && (there === undefined || closing === null))
    return said.slice(opening.length).replace(ENDS, '');
  return closing === null ? undefined : said.slice(there?.length ?? 0, closing.index);
}

/** A sentence of a source that has this share of the words may be the one that the answer says is missing. */
const LEAST_SHARE = 0.6;

const sentenceKeys = new WeakMap<readonly AnswerSource[], readonly ReadonlySet<string>[]>();

/** True if a sentence of the sources has most of these words, and where there are no sources, as for a draft. */
export async function mayHold(
  sources: readonly AnswerSource[],
  missing: readonly string[][],
  pause: Pause,
): Promise<boolean> {
  const sentences = sentenceKeys.get(sources) ?? (await readSentenceKeys(sources, pause));
  sentenceKeys.set(sources, sentences);
  const holds = (words: readonly string[]) =>
    words.length > 0 &&
    sentences.some((keys) => words.filter((word) => keys.has(word)).length >= LEAST_SHARE * words.length);
  return sources.length === 0 || missing.some(holds);
}

async function readSentenceKeys(sources: readonly AnswerSource[], pause: Pause): Promise<ReadonlySet<string>[]> {
  const sentences: ReadonlySet<string>[] = [];
  for (const text of sources.flatMap((source) => [source.title ?? '', readableText(source)])) {
    await pause();
    const spans = splitSentences(text);
    await pause();
    for (const { start, end } of spans) sentences.push(new Set(sentenceWords(text.slice(start, end)).map(wordKey)));
  }
  return sentences;
}
