const BE = '(?:is|are|was|were)';
const THING = "[\\p{L}\\p{N} '$%+*/=-]+";

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
  'how (?:are you|is it going|do you do|can i help(?: you)?)(?: today)?',
  `(?:${BE}|does|do|did|has|have|had|can|could|will|would|should|may) ${THING}`,
];
const FORM = new RegExp(`^(?:and |so |but )?(?:${FORMS.join('|')})\\s?\\?$`, 'u');
/** They ask about the sentence before them. */
const FOLLOW_UP =
  /^(?:and |so |but )?(?:why|how|how so|why not|why is (?:that|this|it)(?: so)?|how is that|what else|so what|what now|really)\s?\?$/;

/**
 * Words that make a question assert something: asking whether one knows a fact, negations ("Isn't it true ..."),
 * subordinate clauses, presupposed changes ("stopped", "still").
 */
const ASSERTING_WORDS =
  /\b(?:know|knew|known|aware|reali[sz]ed?|believe|heard?|remember|recall|notic\w*|learn\w*|true|correct|right|fact|think|guess|imagine|surpris\w*|deny|denied|explain\w*|reason|why|not|never|that|which|who|whose|because|since|although|though|while|if|but|despite|after|before|when|where|still|again|anymore|already|even|stop\w*|quit\w*|start\w*|began|begun|continu\w*|resum\w*|no longer|instead)\b|n't\b/;

/** Whether a lower-case sentence is a question that asserts nothing, judged by a list of forms. */
export function isBareQuestion(sentence: string): boolean {
  if (FOLLOW_UP.test(sentence)) return true;
  if (!FORM.test(sentence)) return false;
  const afterFirstWord = sentence.replace(/^(?:(?:and|so|but) )?[\p{L}]+/u, '');
  return !ASSERTING_WORDS.test(afterFirstWord);
}
