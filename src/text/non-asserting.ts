import { normaliseForModel } from './normalise.ts';
import { sentenceWords } from './tokens.ts';
import { isLexiconWord, readLexiconWord } from './wink.ts';

/** Polite phrases and filler, each a whole phrase between two marks. Any other phrase asserts something. */
const PHRASES = [
  '(?:hi|hello|hey|hiya|howdy|welcome|greetings|good (?:morning|afternoon|evening|day))(?: (?:there|all|again|team|folks|everyone|everybody))?',
  'everyone|everybody|team|folks|friends',
  'dear (?:all|sir|madam|sir or madam|colleagues?|team|friends?|customers?|users?|readers?)',
  '(?:many )?(?:thanks|thank you|thx)(?: (?:so|very) much| a lot| again| in advance| kindly)?(?: for (?:asking|waiting|sharing|reaching out|getting in touch|your (?:question|message|patience|time|interest|help|reply|e-?mail|inquiry|query|request)|the question))?',
  'sure(?: thing)?|of course|certainly|absolutely|ok|okay|alright|all right|great|no problem|no worries|got it|understood|with pleasure|my pleasure|please|well|so',
  "you(?:'re| are) welcome",
  "(?:(?:that's|that is|what) a )?(?:great|good|excellent|interesting) question",
  "(?:(?:i'm|i am|i'd be|i would be|always) )?(?:happy|glad) to help(?: you)?(?: with (?:that|this))?",
  "let me (?:explain|see|check|help|help you(?: with that)?)|let's (?:begin|start|see|dive in|take a look)",
  "here(?:'s| is| are) (?:the|your|my|an?|some)(?: (?:short|brief|quick|detailed|requested))? (?:answers?|summary|responses?|results?|information|info|list|overview|explanation|details)(?: (?:to|for) your (?:question|request|query))?(?: (?:that )?you (?:asked for|requested|need))?",
  "here(?:'s| is) what i found|here you (?:go|are)|as requested|in short|in summary",
  '(?:i )?hope (?:this|that|it) (?:helps|is helpful|was helpful|helped|answers your question|clarifies (?:things|it|this))(?: you)?',
  "(?:please )?(?:(?:just )?let me know|feel free to (?:ask|reach out|contact (?:me|us))|(?:don't|do not) hesitate to (?:ask|reach out|contact (?:me|us)))(?: (?:any ?time|if you (?:have|need)(?: any| some)?(?: (?:other|more|further|additional))? (?:questions?|concerns?|help|information|details|assistance|clarification)|if you need anything(?: else)?|if i can help(?: further| with anything else)?))?",
  '(?:(?:best|kind|warm|warmest|many) )?regards|best wishes|best|all the best|sincerely|yours (?:sincerely|truly|faithfully)|cheers',
  'have an? (?:nice|great|good|lovely|wonderful|pleasant|safe|happy|fantastic) \\p{L}+|enjoy (?:your|the) \\p{L}+|enjoy|safe (?:travels|journey|trip)',
  '(?:many )?(?:congratulations|congrats)(?: (?:in advance|again|to you(?: both| all)?))?|good luck(?: with (?:it|that|your \\p{L}+))?|get well(?: soon)?',
  "(?:(?:i'm|i am|we're|we are) )?(?:(?:so|very|really) )?sorry (?:to hear (?:that|this|about (?:that|this|it))|about (?:that|this)|for the (?:inconvenience|delay|confusion|trouble))",
  '(?:as (?:mentioned|described|shown|stated|noted|explained|listed) (?:above|below|earlier|before)|see (?:above|below))',
  'take care|good ?bye|bye|see you(?: soon| later)?',
];
const PHRASE = new RegExp(`^(?:${PHRASES.join('|')})$`, 'u');
const MAX_LENGTH = 240;
/** Marks between two phrases; they separate them where one of them does. */
const BETWEEN = /[.,!?;:…"'()*~_\-\s]+/g;
const SEPARATOR = /[.,!?;:…\n]/;
const DASH = /\s-+\s/g;

/**
 * Why a sentence asserts nothing: a greeting (including thanks, filler and bare punctuation) or a bare question;
 * `undefined` when it asserts something. Only listed phrases and question forms count: any other text asserts something,
 * and so do questions that presuppose a fact ("Did you know it employs 900?", "It employs 900, right?").
 */
export function isNonAsserting(sentence: string): 'greeting' | 'question' | undefined {
  const text = normaliseForModel(sentence).toLowerCase();
  if (isMadeOf(text, isPolite)) return 'greeting';
  return text.length <= MAX_LENGTH && isBareQuestion(text) ? 'question' : undefined;
}

/** True if a sentence is made of polite phrases, filler, and phrases in lower case that `isOther` knows. */
export function isMadeOfPhrases(sentence: string, isOther: (phrase: string) => boolean): boolean {
  return isMadeOf(normaliseForModel(sentence).toLowerCase(), (phrase) => isPolite(phrase) || isOther(phrase));
}

function isPolite(phrase: string): boolean {
  return PHRASE.test(phrase);
}

/** True of bare punctuation, too. */
function isMadeOf(text: string, isKnown: (phrase: string) => boolean): boolean {
  if (!/[\p{L}\p{N}\p{S}]/u.test(text)) return true;
  if (text.length > MAX_LENGTH) return false;
  const phrases = text
    .replace(/\p{Extended_Pictographic}|\u200d|\ufe0f|\p{Emoji_Modifier}/gu, '')
    .replace(BETWEEN, (marks) => (SEPARATOR.test(marks) ? '\n' : marks.replace(DASH, '\n')))
    .split('\n')
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '');
  return phrases.length > 0 && phrases.every(isKnown);
}

const BE = '(?:is|are|was|were)';
const THING = "[\\p{L}\\p{N} '$%+*/=-]+";
/** Without a number: "How do I get the 900 euros?" says that there are 900. */
const WORDS = "[\\p{L} '-]+";
const ASKER = '(?:i|we|you|one)';

/** Forms of questions that presuppose nothing except that their subject exists. */
const FORMS = [
  `(?:what|who|where)(?:'s| ${BE}) ${THING}`,
  `what (?:does|do|can|will|would|should) ${THING}`,
  `what (?:kind|type|sort|size|colou?r|year|time|day) (?:of ${THING} )?(?:${BE}|does|do) ${THING}`,
  `who (?:founded|wrote|invented|discovered|created|leads|owns|runs|directed|painted|composed|designed) ${THING}`,
  `when ${BE} ${THING} (?:founded|established|created|built|born|released|published|held|due)`,
  `when (?:is|are) ${THING}`,
  `which(?: \\p{L}+){0,4} (?:is|are|does|do) ${THING}`,
  `how (?:many|much|old|tall|long|far|big|large|often|high|deep|fast|heavy|wide)(?: \\p{L}+){0,4} (?:is|are|does|do|has|have|can) ${THING}`,
  `(?:how|where|when) (?:do|can|could|should|may|must) ${ASKER} ${WORDS}`,
  'how (?:does|do) (?:it|this|that|they|these|those) (?:all )?work',
  `what (?:comes next|happens next|about ${WORDS})`,
  `what happens (?:if|when) ${ASKER} ${WORDS}`,
  'why (?:does (?:this|that|it)|do (?:these|those)) matter',
  `who (?:decides|pays|approves|benefits)(?: ${WORDS})?`,
  'how (?:are you|is it going|do you do|can i help(?: you)?)(?: today)?',
  `(?:${BE}|does|do|did|has|have|had|can|could|will|would|should|may) ${THING}`,
];
const FORM = new RegExp(`^(?:and |so |but )?(?:${FORMS.join('|')})\\s?\\?$`, 'u');
/** They ask about the sentence before them. */
const FOLLOW_UP =
  /^(?:and |so |but )?(?:why|how|how so|why not|why is (?:that|this|it)(?: so)?|how is that|what else|so what|what now|really)\s?\?$/;

/** Words that make a question assert: knowing a fact, negation, subordinate clauses, changes ("stopped", "still"). */
const ASSERTING_WORDS =
  /\b(?:know|knew|known|aware|reali[sz]ed?|believe|heard?|remember|recall|notic\w*|learn\w*|true|correct|right|fact|think|guess|imagine|surpris\w*|deny|denied|explain\w*|reason|why|not|never|that|which|who|whose|because|since|although|though|while|if|but|despite|after|before|when|where|still|again|anymore|already|even|stop\w*|quit\w*|start\w*|began|begun|continu\w*|resum\w*|no longer|instead)\b|n't\b/;

/** True if a lower-case sentence is a question and no statement, by a list of forms. */
function isBareQuestion(sentence: string): boolean {
  if (FOLLOW_UP.test(sentence)) return true;
  if (!FORM.test(sentence)) return false;
  const afterAsking = sentence.replace(/^(?:(?:and|so|but) )?(?:what happens (?:if|when)|[\p{L}]+)/u, '');
  return !ASSERTING_WORDS.test(afterAsking);
}

/** Auxiliaries that wink-nlp splits into two words or drops. */
const AUXILIARIES = /^(?:cannot|\p{L}+n't|(?:it|he|she|that|there|we|they|you|i)'(?:s|re|ve|ll|d|m))$/u;
const BARE_FORMS: ReadonlySet<string> = new Set(['be', 'been', 'being', 'having', 'doing']);

/**
 * True if words that form no marked sentence, such as a heading, still make a statement: "Acme is closing its plant" against
 * "Closing of the plant". Past forms count only next to a number: most are participles ("Lessons learned").
 */
export function hasFiniteVerb(text: string): boolean {
  const plain = normaliseForModel(text);
  const words = (plain.toLowerCase().match(/[\p{L}\p{M}'’]+/gu) ?? []).map((word) => word.replaceAll('’', "'"));
  const hasNumber = sentenceWords(plain).some((word) => /^\p{N}/u.test(word));
  return words.some((word, at) => AUXILIARIES.test(word) || isFiniteForm(word, { isFirst: at === 0, hasNumber }));
}

function isFiniteForm(word: string, { isFirst, hasNumber }: { isFirst: boolean; hasNumber: boolean }): boolean {
  if (!isLexiconWord(word) || BARE_FORMS.has(word)) return false;
  const read = readLexiconWord(word);
  if (read?.partOfSpeech === 'AUX') return true;
  if (read?.partOfSpeech !== 'VERB' || read.lemma === word || word.endsWith('ing') || isFirst) return false;
  return word.endsWith('s') || hasNumber;
}
