import type { AnswerSource } from '../../contract/answer-request.ts';
import {
  hasFiniteVerb,
  isMadeOfPhrases,
  isNonAsserting,
  type KindedSpan,
  normaliseForModel,
} from '../../text/index.ts';

/** A model's talk about itself, its sources and its answer, as patterns of phrases between two marks, in lower case. */

export const SOURCES =
  '(?:documents?|sources?|contexts?|passages?|texts?|excerpts?|articles?|materials?|files?|references?|search results|information|content|data|records?)';
export const OF_SOURCES =
  '(?:provided|given|available|supplied|retrieved|above|following|attached|uploaded|cited|listed|relevant|search|reference|two|three|four|five)';
const THE_SOURCES = `(?:(?:all|both|some) (?:of )?)?(?:(?:the|your|these|this|my|those) )?(?:${OF_SOURCES} )*${SOURCES}(?: provided| given| above| below| you provided| you gave me| you shared| available to me| i have| i was given)?`;

const OF_ANSWER =
  '(?:short|brief|quick|detailed|concise|simple|complete|full|structured|general|high-level|step-by-step|final|possible|key|main|important|relevant|other|more|further|additional|direct|bulleted|updated|revised|long|executive)';
const ANSWER =
  '(?:summary|summaries|overview|answers?|breakdown|list|explanation|responses?|results?|details?|information|info|description|outline|analysis|comparison|timeline|recap|points?|takeaways?|highlights?|facts?|findings?|steps?|reasons?|examples?|options?|table|conclusions?)';

const CANNOT =
  "(?:can't|cannot|can not|could not|couldn't|don't|do not|didn't|did not|won't|will not|have no|lack|(?:(?:am|'m|was) )?(?:unable|not able) to|(?:am|'m) not|wasn't able to)";
const MACHINE =
  '(?:(?:just |only |merely )?(?:an?|your) )?(?:(?:large|helpful|virtual|digital|friendly|text-based|ai-powered) )*(?:ai|artificial intelligence|language model|llm|chatbot|assistant|bot|computer program|machine)(?: language model| model| assistant| system| chatbot| program| bot)?(?: (?:trained|developed|created|made|built|designed) (?:by|on|to) [^\\s\\d]+)?';
const EXPERT =
  '(?:professional|doctor|lawyer|attorney|advis[eo]r|accountant|physician|expert|pharmacist|specialist|provider)';

/** Said before any of the phrases. */
const BEFORE =
  'unfortunately|sadly|regrettably|sorry|however|but|and|so|also|additionally|please|please note that|note that|at this time|currently|just|always|i recommend you|i would recommend|i would suggest|you should|be sure to|make sure to';

/** Whole phrases. */
const WHOLE = [
  `as ${MACHINE}`,
  `(?:i am|i'm) ${MACHINE}`,
  `(?:my|i am|i'm)? ?(?:sincere )?(?:sorry|apologies|apologi[sz]e|i apologi[sz]e|do apologi[sz]e)(?: for (?:the|any|my) (?:confusion|inconvenience|mistake|error|misunderstanding|delay|oversight))?`,
  'my (?:knowledge|training|training data|information)(?: cut-?off| data| base)?(?: date)? (?:is|was|ends in|goes up to|only goes up to|extends to|is from)(?: (?:in|up to|until|limited to|my training data))*(?: [a-z]+)?(?: \\d{4})?',
  "(?:i'm|i am) (?:here to help|happy to help|glad to help|not sure|afraid not|still learning)(?: you)?(?: with (?:that|this|anything|anything else|any questions?))?",
  "i(?:'d| would) be (?:happy|glad|pleased) to (?:help|assist|explain|clarify|elaborate)(?: you)?(?: with (?:that|this|anything else)| further)?",
  `(?:based (?:solely |only |entirely |purely )?(?:on|upon)|drawing (?:on|from)|relying on|going by|judging (?:by|from)|according to|per|as per|from|in|with|using|considering|given|(?:after|having) (?:reading|reviewing|analy[sz]ing|read|reviewed|analy[sz]ed)) ${THE_SOURCES}`,
  `as (?:stated|mentioned|noted|described|shown|seen|outlined|explained|requested|reported) (?:above|below|earlier|before|(?:in|by) ${THE_SOURCES})`,
  `${THE_SOURCES} (?:says?|states?|mentions?|provides?|contains?|lists?|shows?|includes?|describes?|indicates?) (?:the following|this|as follows)(?: information| details| points| facts)?`,
  `(?:the |some |a few )?(?:${OF_ANSWER} )*${ANSWER}(?: is| are| include| includes)?(?: as follows| the following| these| below)?`,
  'to (?:answer|address) (?:your|the|this) (?:question|request|query)',
  'to (?:summari[sz]e|sum up|conclude|recap|clarify|be clear|put it simply|begin|start|this end|that end)',
  'in (?:short|summary|conclusion|brief|other words|addition|general|total|particular|essence|contrast|fact)',
  'unfortunately|sadly|regrettably|overall|finally|additionally|furthermore|moreover|however|therefore|thus|hence|lastly|next|also|similarly|meanwhile|specifically|notably|importantly|ultimately',
  'for (?:example|instance)|on the other hand|first(?:ly)?|second(?:ly)?|third(?:ly)?|first of all|that said|with that said|that being said',
  '(?:sources?|references?|citations?|bibliography|further reading|footnotes?|endnotes?|links?|documents?|see|see also|cf|refs?|related)(?: used| cited| consulted| list)?',
  'notes?|please note|important|important note|disclaimer|caveats?|limitations?|warning|tip|reminder|q|a|question|context|background|introduction|intro|discussion|purpose|scope|tl|dr|tldr|step|assistant|user|ai|bot|model',
  '(?:section|part|chapter|step|point|item|question|source|document|passage|figure|table)s? (?:\\d{1,3}|[a-z]|[ivx]{1,5})',
  'if you need anything(?: else)?|if (?:anything|something) is unclear|if (?:this|that) (?:helps|is unclear|is not what you meant)',
  `i (?:really |do )?hope (?:this|that|the|my|these)(?: ${OF_ANSWER})*(?: ${ANSWER})? (?:helps?|(?:is|are) (?:helpful|useful)|answers? your questions?|clarif(?:y|ies) (?:things|it|this))(?: you)?`,
  `(?:verify|check|double-check|confirm|review|refer to|consult|see) ${THE_SOURCES}(?: for (?:further|more|additional|full) ${ANSWER})?`,
];

/** Openings that only words of `ABLE` may follow. */
const BEFORE_ABLE = [
  `i(?: |(?='))(?:(?:currently|therefore|also|simply) )?${CANNOT}`,
  'if you (?:have|need|want|would like)',
  'let me know|tell me|feel free to ask|ask me',
  `(?:consult|contact|speak (?:to|with)|talk to|see|ask|check with|seek advice from)(?: with)? (?:an?|your|the) (?:(?:qualified|licensed|healthcare|medical|legal|financial|tax|professional|local|certified) )*${EXPERT}(?: (?:or|and) (?:(?:an?|your|the) )?(?:other )?${EXPERT})?`,
  '(?:is there )?anything else',
];

/** Openings that any words may follow but numbers and words that begin a clause. */
const BEFORE_FREE = [
  "i (?:could not|couldn't|cannot|can't|did not|didn't|do not|don't|was unable to|was not able to|wasn't able to|am unable to) (?:find|see|locate|have|identify) (?:(?:any|enough|sufficient|specific|relevant|further|more|an?|the) )*(?:information|mentions?|details|data|evidence|references?|answers?|anything|records?) (?:about|on|regarding|for|of|related to|concerning)",
  `(?:here(?:'s| is| are)|below (?:is|are)|the following (?:is|are)|this is|these are) (?:(?:an?|the|your|some|my|what) )?(?:${OF_ANSWER} )*${ANSWER}`,
  `(?:here's|here is) what (?:i found|i know|i can tell you|the ${SOURCES} says?|the ${SOURCES} states?|you (?:need|should|have) to (?:know|do)|we know|applies)`,
  "(?:i'll|i will|let me|i can|allow me to|let's|let us) (?:summari[sz]e|explain|list|outline|describe|go through|walk you through|break (?:it|this|that|them) down|answer|look at|take a (?:closer )?look at|start with|go over|recap|review|explore|dive into|examine|consider)",
  'would you like (?:me )?to (?:know|explain|elaborate|continue|summari[sz]e|go on|expand|see|hear)',
];

/** Words for a model's abilities and for its readers' needs. */
const ABLE = `
provide give offer have access browse see view open read find locate confirm verify answer predict guarantee express form
hold remember recall store share know help assist do say tell make comment advise recommend speculate search retrieve
process discuss determine conclude be explain elaborate clarify like want need happy making taking acting relying
a an the any my own your you i me this that it them these anything to with of in on about for from or and if at out outside
beyond without within before such other else enough sufficient sure certain able directly specifically currently yet here
only more further again as based would can could
real real-time time current live latest recent up-to-date personal specific professional medical legal financial tax
investment emotional external private complete full definitive additional relevant human previous past future exact
accurate reliable present training some
advice opinion opinions beliefs feelings emotions experience experiences preferences views internet web online data database
databases information details content events news browsing answer answers question questions request requests document
documents source sources context text texts passages file files link links image images website websites prediction
predictions guarantee guarantees accuracy completeness assistance help conversation conversations memory knowledge
consciousness diagnosis recommendation recommendations certainty clarification concerns topic topics matter matters lawyer
attorney doctor physician expert advisor situation kind way moment point ability capability decision decisions medication`;

/** With these begins a clause or another statement. */
const CLAUSE_WORDS = `
that which who whom whose because since as but although though while whereas when where if so however and or nor yet why how
whether is are was were be been has have had does did will would can could should may might must not never no`;

/** True if a sentence of an answer says something that a source could support. */
export type CheckRequired = (written: string, kind: KindedSpan['kind']) => boolean;

/** "How it works", "Why the plant closed": titles, whatever verb they have. */
const TITLE = /^\W*(?:how|why|what|who|when|where|which)\b(?!.*[.!]\s*$)/i;
/** Announces what follows without a statement about it: "Offices in Europe:". */
const LABEL = /^[^\n.!?]{1,80}[:：][\s*_]*$/;
const ADDRESS = /^[<([]*(?:https?:\/\/|www\.)\S+$/i;
const NO_WORD = /^[^\p{L}\p{N}]*$/u;
/** Longer sentences name no source. */
const LONGEST_NAME = 600;

/**
 * Returns for each sentence whether the sources have to support it: false for greetings, bare questions, headings
 * and labels that say nothing, the model's talk about itself, and what only names a source or gives an address.
 * Everything else is to be checked, so that no statement passes unseen.
 */
export function checkRequiredFor(sources: readonly AnswerSource[]): CheckRequired {
  const names = new Set(sources.flatMap(namesOf));
  return (written, kind) => {
    if (kind === 'question' || isNonAsserting(written) !== undefined) return false;
    if (isMadeOfPhrases(written, isSelfTalk) || isAddresses(written) || TAGS.test(written)) return false;
    if (written.length <= LONGEST_NAME && names.has(nameKey(written))) return false;
    return (kind !== 'heading' && kind !== 'furniture' && !isLabel(written)) || isStatement(written);
  };
}

/** True for words that only name what follows them. */
export function isLabel(written: string): boolean {
  return LABEL.test(written);
}

/** True if a heading, a label or furniture makes a statement. The column names of a table are several lines and make none. */
function isStatement(written: string): boolean {
  return !written.includes('\n') && hasFiniteVerb(written) && !TITLE.test(normaliseForModel(written));
}

/** Names by which an answer may mention a source without a statement: no number, and no title that is a statement. */
function namesOf({ id, title = '' }: AnswerSource): string[] {
  return [id, title].filter((name) => /\p{L}/u.test(name) && !hasFiniteVerb(name)).map(nameKey);
}

/** A name without what a list or a sentence puts around it. */
function nameKey(name: string): string {
  return normaliseForModel(name)
    .toLowerCase()
    .replace(/^[\s"'(:-]+|[\s"').,:;-]+$/g, '');
}

/** Markup alone. */
const TAGS = /^(?:<\/?[a-z][a-z0-9_-]{0,20}(?:[\s/][^<>]*)?>\s*)+$/i;

function isAddresses(written: string): boolean {
  return written.split(/\s+/).every((part) => ADDRESS.test(part) || NO_WORD.test(part));
}

const FILLER = new RegExp(`^(?:(?:${BEFORE}) )+`);
const WHOLE_PHRASE = anyOf(WHOLE, '$');
const OPENS_ABLE = anyOf(BEFORE_ABLE, '(?![^ ])');
const OPENS_FREE = anyOf(BEFORE_FREE, '(?![^ ])');
const ABLE_WORDS = new Set(ABLE.trim().split(/\s+/));
const CLAUSE = new Set(CLAUSE_WORDS.trim().split(/\s+/));

/** "I'm an assistant and I don't have access to it": two phrases without a mark between them. */
const NEXT_PHRASE = / (?:and|but|so) (?=i(?:'m)? )/;

function anyOf(patterns: readonly string[], end: string): RegExp {
  return new RegExp(`^(?:${patterns.join('|')})${end}`);
}

/** True for the talk of a model about itself: the words after a listed phrase have no number and begin no clause. */
export function isSelfTalk(phrase: string): boolean {
  return phrase.replaceAll('’', "'").split(NEXT_PHRASE).every(isListed);
}

function isListed(phrase: string): boolean {
  const said = phrase.replace(FILLER, '');
  if (WHOLE_PHRASE.test(phrase) || WHOLE_PHRASE.test(said)) return true;
  const isFree = (word: string) => !CLAUSE.has(word) && !/\p{N}/u.test(word);
  return isFollowed(said, OPENS_ABLE, (word) => ABLE_WORDS.has(word)) || isFollowed(said, OPENS_FREE, isFree);
}

function isFollowed(phrase: string, opening: RegExp, by: (word: string) => boolean): boolean {
  const opened = opening.exec(phrase)?.[0];
  if (opened === undefined) return false;
  return phrase
    .slice(opened.length)
    .split(' ')
    .every((word) => word === '' || by(word));
}
