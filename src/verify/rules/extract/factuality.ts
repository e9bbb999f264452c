/** In what frame a piece of the source stands, when it is not simply stated. */
export type Factuality = 'denied' | 'reported' | 'conditional' | 'hypothetical' | 'questioned' | 'negated_after';

/** How far the surroundings are looked at: keeps the work independent of the source's length. */
const REACH = 300;

const SENTENCE_END = /[.!?…]["'”’)\]]*\s|\n/g;
/** Full stops that end no sentence. */
const ABBREVIATED = /(?:\b(?:Mr|Mrs|Ms|Dr|Prof|St|No|vs|Jr|Sr|Inc|Ltd|Co|e\.g|i\.e|cf|approx|ca)|\b\p{Lu})\.$/u;

const DENIAL = new RegExp(
  String.raw`\b(?:den(?:y|ies|ied|ying)|disput(?:e|es|ed|ing)|refut(?:e|es|ed|ing)|reject(?:s|ed|ing)?|debunk(?:s|ed|ing)?|dismiss(?:es|ed|ing)?|contradict(?:s|ed|ing)?)\b[^.;]{0,60}(?:\bthat\b|\b(?:claim|report|rumou?r|allegation|suggestion|idea|notion|statement|assertion|belief|charge|accusation|view|story|stories)s?\b|[:"“'‘])[^.;]{0,40}$` +
    String.raw`|\b(?:it(?:'s| is| was)? (?:a|an) (?:myth|lie|hoax|misconception|fallacy|falsehood)|it(?:'s| is| was) (?:not true|untrue|false|incorrect|wrong|not the case)|there (?:is|was) no (?:evidence|truth|proof|indication|sign)|no evidence|(?:not|n't|never) (?:true|the case|believe|think|say|said|claim(?:ed)?|mean|meant|show|shown|prove|proven|established|confirm(?:ed)?)|(?:myth|misconception|hoax|rumou?r|lie|false claim|false belief|false rumou?r|false report|wrongly|falsely|mistakenly|incorrectly|erroneously) (?:(?:believed|claimed|reported|stated|thought|said|assumed|suggested|asserted|alleged)(?: that)?|that|is that|was that|of)|contrary to|far from|rather than|instead of|neither)\b[^.;]{0,40}$`,
  'iu',
);
const REPORT =
  /(?:\b(?:according to|claim(?:s|ed|ing)?|alleg(?:e|es|ed|edly|ing)|reportedly|purportedly|supposedly|sa(?:y|ys|id|ying)|told|argu(?:e|es|ed|ing)|assert(?:s|ed)?|insist(?:s|ed)?|believ(?:e|es|ed)|think(?:s)?|thought|suggest(?:s|ed)?|rumou?red|rumou?rs? that|promis(?:es|ed)|it is said|stat(?:es|ed)|report(?:s|ed)|contend(?:s|ed)?|maintain(?:s|ed)?|accus(?:es|ed)|wrote|writes|boast(?:s|ed)?)\b)(?:[^.;]{0,40})$/iu;
const CONDITION =
  /(?:^|[,;:(\s])(?:if|unless|provided that|assuming(?: that)?|in case|whether|suppose(?: that)?|supposing)\b[^,;]{0,80}$|^["“'‘]?(?:had|were) (?:the|an?|he|she|it|they|we) [^,;]{0,80}$/iu;
/** The span is what follows from a condition: "If it rains, [span]", "Unless ..., [span]". */
const CONSEQUENT =
  /(?:^|[;:(]\s?)["“'‘]?(?:(?:only|then|and|but|or|so)\s)?(?:if|unless|provided(?: that)?|assuming|in case|in the event|suppose|supposing|had (?:the\s)?\p{L}+ (?:not )?\p{L}+(?:ed|en|n|t)\b)[^;]*,[^;]{0,40}$/iu;
/** The condition stands behind it: "[span] if the court agrees". */
const AFTER_CONDITION =
  /^[^.;,]{0,60}(?<!\b(?:even|as|see|sees|ask|asks|asked|know|knows|wonder|wondered|check|checked|determine|decide|decided|test|tested|unclear|sure|certain))\s(?:only )?(?:if|unless|provided that|as long as|in case)\s|^[^.;,]{0,60}\swhen [^.;]{1,80}[;,] (?:otherwise|or else)\b/iu;
// Case counts here: "may" is not May.
const HYPOTHESIS =
  /\b(?:may|might|could|would|[Pp]ossibly|[Pp]erhaps|[Mm]aybe|[Pp]otentially|likely to|plan(?:s|ned)? to|hop(?:e|es|ed) to|intend(?:s|ed)? to|expected to|propos(?:es|ed) (?:to|that)|[Ii]magine(?: that)?|hypothe(?:sis|size[ds]?)(?: that)?|fear(?:s|ed)? that|wish(?:es|ed)? that|hop(?:es|ed) that|predict(?:s|ed)? that)\b[^.;]{0,25}$/u;
const AFTER_REPORT =
  /^[,"”’'\s–—-]*(?:(?:[\p{L}.'’]+\s){0,4}(?:claimed|claims|alleged|alleges|argued|argues|said|says|asserted|insisted|insists|believes|believed|suggested|suggests|according to|reportedly|allegedly|critics say|wrote)\b|allegedly\b|reportedly\b|according to\b)/iu;
const AFTER_DENIAL =
  /^[,"”’'\s–—-]*(?:(?:which|this|that|but (?:this|that|it)|and (?:this|that))\s)?(?:(?:is|was|are|were|has been|have been|turned out to be|proved(?: to be)?|proven)\s)?(?:(?:simply|completely|totally|entirely|later|plainly|not)\s)?(?:false|untrue|a myth|a lie|a hoax|a rumou?r|incorrect|wrong|not true|inaccurate|denied|debunked|refuted|disproved|disproven|retracted|fabricated|nonsense|no longer true|not the case|mistaken|a misconception)\b/iu;
const NEXT_DENIAL =
  /^["“'\s]*(?:(?:but|however|yet|in fact|in reality|actually)[,\s]+)?(?:(?:this|that|it|these|those|the|such)\s(?:(?:claim|statement|report|rumou?r|story|allegation|assertion|idea|belief|account|figure|number)s?\s)?(?:(?:is|was|are|were|has been|have been|turned out to be|proved(?: to be)?)\s)(?:(?:simply|completely|totally|entirely|later|plainly|since been|been)\s){0,2}(?:false|untrue|a myth|a lie|a hoax|a rumou?r|incorrect|wrong|not true|inaccurate|denied|debunked|refuted|disproved|retracted|fabricated|nonsense|not the case|mistaken|a misconception|no longer true|not correct)|(?:this|that|it|the (?:claim|report|rumou?r|story)) (?:is|was)(?:n't| not) (?:true|so|the case|correct|accurate)|not true|false\b|untrue\b|no,|nothing of the (?:sort|kind)|he (?:later )?(?:denied|retracted)|she (?:later )?(?:denied|retracted)|they (?:later )?(?:denied|retracted))/iu;

interface Surroundings {
  readonly before: string;
  readonly after: string;
  readonly next: string;
}

/** Text of the same sentence on either side of the span, and the sentence that follows. */
function surroundings(source: string, start: number, end: number): Surroundings {
  const left = source.slice(Math.max(0, start - REACH), start);
  const right = source.slice(end, end + REACH);
  let from = 0;
  for (const match of left.matchAll(SENTENCE_END)) {
    const stop = match.index + 1;
    if (!ABBREVIATED.test(left.slice(Math.max(0, stop - 12), stop))) from = match.index + match[0].length;
  }
  const closed = /[.!?…]["'”’)\]]*$/.test(source.slice(start, end).trimEnd());
  const stops = closed
    ? [{ index: 0, length: 0 }]
    : [...right.matchAll(SENTENCE_END)].map((m) => ({ index: m.index, length: m[0].length }));
  const stop = stops.find(({ index }) => closed || !ABBREVIATED.test(right.slice(Math.max(0, index - 11), index + 1)));
  const at = stop ?? { index: right.length, length: 0 };
  return {
    before: left.slice(from),
    after: right.slice(0, at.index + 1),
    next: right.slice(at.index + at.length).trimStart(),
  };
}

function isQuestion(source: string, end: number, after: string): boolean {
  return /^[^.!]{0,80}\?/.test(after) || source[end - 1] === '?';
}

/**
 * The frame in which source[start, end) stands, or undefined when the source simply states it. Frames that take the
 * statement back win over those that only weaken it. Looks at the rest of its sentence and at the sentence that follows
 * ("This is false."), never further than 300 characters.
 */
export function factualityOf(source: string, start: number, end: number): Factuality | undefined {
  const { before, after, next } = surroundings(source, start, end);
  if (DENIAL.test(before)) return 'denied';
  if (AFTER_DENIAL.test(after) || NEXT_DENIAL.test(next)) return 'negated_after';
  if (isQuestion(source, end, after)) return 'questioned';
  if (CONDITION.test(before) || CONSEQUENT.test(before) || AFTER_CONDITION.test(after)) return 'conditional';
  if (REPORT.test(before) || AFTER_REPORT.test(after)) return 'reported';
  return HYPOTHESIS.test(before) ? 'hypothetical' : undefined;
}
