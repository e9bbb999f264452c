/** A subject that refers back: "It", "They", "The company", and "Its", which is another's. */
const REFERRING =
  /^(?<possessive>its|his|their|her(?=\s+\p{Ll}+\s+(?:is|was|are|were|has|had|have)\b))\b|^(?:it|he|she|they|(?:the|this) (?:company|firm|group|organi[sz]ation|agency|university|institute|bank|club|team|city|town|author|director|researcher|scientist|player|artist|politician|president|minister))\b(?!['’-])/iu;
/** The name that a sentence begins with: "Valtek AG was", "The University of Oslo has". */
const SUBJECT =
  /^(?:[Tt]he )?(?<name>\p{Lu}[\p{L}\p{N}.&'’-]*(?: (?:(?:of|de|van|von|the|and|for|&) )*\p{Lu}[\p{L}\p{N}.&'’-]*)*)(?= (?:\([^()]{1,60}\) )?\p{Ll})/u;
/** Words that begin a sentence with a capital and are no name. */
const NO_NAME =
  /^(?:in|on|at|by|for|from|with|after|before|since|until|when|while|if|although|however|moreover|also|then|there|this|that|these|those|it|he|she|they|we|you|i|its|his|her|their|our|my|a|an|as|both|all|some|many|most|no|not|yes|but|and|or|so|today|according|during|under|over|about|what|who|why|how|where|which|only|every|each|another|other|first|second|finally|overall)$/i;

/**
 * A sentence with its subject named, where it begins with a word that refers to the name that the sentence before it
 * begins with: "It employs 350 people." behind "Valtek AG makes valves." is read as "Valtek AG employs 350 people.".
 * `undefined` where nothing is to be named.
 */
export function withNamedSubject(sentence: string, subject: string | undefined): string | undefined {
  const referring = REFERRING.exec(sentence);
  if (referring === null || subject === undefined) return undefined;
  const own = referring.groups?.possessive === undefined ? subject : `${subject}'s`;
  return own + sentence.slice(referring[0].length);
}

/** The name that a sentence begins with; that of the sentence before where it refers back itself. */
export function subjectOf(sentence: string, before: string | undefined): string | undefined {
  if (REFERRING.test(sentence)) return before;
  const name = SUBJECT.exec(sentence)?.groups?.name;
  return name === undefined || NO_NAME.test(name.split(' ')[0]!) ? undefined : name;
}
