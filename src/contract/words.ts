/** For the claim, against it, or neither. */
export type Stance = 'for' | 'against' | 'open';

interface Match {
  readonly stance: Stance;
  /** The source has the very words of the claim. */
  readonly verbatim?: true;
  /** Sign, label and kind of line complement the color, so that no meaning depends on the color alone. */
  readonly sign: string;
  readonly label: string;
  readonly line: 'solid' | 'dashed' | 'wavy' | 'dotted' | 'double';
}

/** How a part of a claim may match the source. Pages and reports draw what `stance` and `line` say. */
export const MATCHES = {
  exact_match: { stance: 'for', verbatim: true, sign: '=', label: 'same words', line: 'solid' },
  paraphrase_match: { stance: 'for', sign: '≈', label: 'in other words', line: 'dashed' },
  contradiction: { stance: 'against', sign: '≠', label: 'contradicts', line: 'wavy' },
  insufficient_evidence: { stance: 'open', sign: '?', label: 'closest words', line: 'dotted' },
} as const satisfies Readonly<Record<string, Match>>;

export type MatchType = keyof typeof MATCHES;

/** The row of a match type, by names that every row has. */
export function matchOf(type: MatchType): Match {
  return MATCHES[type];
}

interface ReasonWords {
  /** The clause of the reasoning, with the words of source and claim in the braces; none where other clauses have it. */
  readonly reasoning?: string;
  /** The sentence of the page. */
  readonly page: string;
}

const EXCHANGED = 'the source says {expected} where the claim says {found}';

/** Why a sentence is not supported, as far as a rule knows: every code with its texts. */
export const REASONS = {
  number_differs: { reasoning: EXCHANGED, page: 'A number or an amount differs.' },
  date_differs: { reasoning: EXCHANGED, page: 'A date or a time differs.' },
  name_differs: { reasoning: EXCHANGED, page: 'A name differs.' },
  negated: {
    reasoning: 'the {one} is negated ({word}) and the {other} is not',
    page: 'Either this or the source is negated, but not both.',
  },
  antonym: { reasoning: EXCHANGED, page: 'A word means the opposite of what the source says.' },
  quantifier_differs: { page: 'The scope differs: all, some, or all except some.' },
  roles_exchanged: {
    reasoning: 'the source has the parties the other way round',
    page: 'Who does something and to whom it is done are exchanged.',
  },
  wrong_owner: { reasoning: EXCHANGED, page: 'The source says this about something else.' },
  not_asserted: {
    reasoning: 'the source has these words, but {how}',
    page: 'The source does not state this as a fact: it denies it, reports it, plans it or makes it depend on something.',
  },
  contradicted: {
    reasoning: 'the source says otherwise',
    page: 'A source states the contrary.',
  },
  sources_disagree: {
    reasoning: 'the sources disagree',
    page: 'One source supports this, another contradicts it.',
  },
  nearly_supported: {
    page: 'The model finds support possible, but not likely enough to decide.',
  },
  nearly_contradicted: {
    page: 'The model finds a contradiction possible, but not likely enough to decide.',
  },
  conflicting_passages: {
    reasoning: 'the model judges that one passage of the source supports it',
    page: 'One passage supports this and another contradicts it.',
  },
  ambiguous_passage: {
    page: 'The same passage can be read as supporting and as contradicting this.',
  },
  words_not_in_source: {
    reasoning: 'the source does not use {found}',
    page: 'A word in this does not appear in the sources.',
  },
  quotation_differs: { page: 'The quotation differs from the sources, or is in none of them.' },
  not_settled: { page: 'The sources mention this but do not settle it.' },
  not_stated: {
    reasoning:
      'no sentence has enough of its words to be quoted, and the model finds it neither clearly stated nor clearly contradicted',
    page: 'No source states this.',
  },
  ambiguous_reference: {
    reasoning: 'a name in it can refer to more than one thing in the source',
    page: 'A name, pronoun or column name can refer to more than one thing.',
  },
  needs_date: {
    page: 'A time is given only relative to the day of writing, such as "last year", and the source has no date.',
  },
  needs_arithmetic: {
    page: 'This is the result of a calculation, and it is not clear that the numbers of the source give it.',
  },
  needs_two_passages: { page: 'No single passage contains all names and numbers of this; two passages together do.' },
  language: {
    reasoning: 'it seems to be written in a language that the model does not read',
    page: 'The sentence is in a language that the models do not read.',
  },
  unreadable: { page: 'The sentence has no words or numbers to check.' },
} as const satisfies Readonly<Record<string, ReasonWords>>;

/** Why a sentence is not supported, as far as a rule knows. */
export type ReasonCode = keyof typeof REASONS;

/** The row of a code, by names that every row has. */
export function reasonOf(code: ReasonCode): ReasonWords {
  return REASONS[code];
}

/** More numbers of a calculation than a reader follows. */
const MOST_OPERANDS = 12;
const SIGNS: Readonly<Record<string, string>> = { share: '/', ratio: '/', product: '×' };

/** A calculation for a reader: "EUR 5.9 million - EUR 6.3 million = -0.4 million". */
export function calculationText(derivation: {
  readonly operation: string;
  readonly operands: readonly { readonly value: string }[];
  readonly result: string;
}): string {
  const { operation, operands, result } = derivation;
  const values = operands.map(({ value }) => value);
  const [one, two] = values;
  const sum = values.length > MOST_OPERANDS ? `${values.length} values` : values.join(' + ');
  if (operation === 'sum') return `${sum} = ${result}`;
  if (operation === 'average') return `(${sum}) / ${values.length} = ${result}`;
  if (operation === 'percentage_change') return `(${one} - ${two}) / ${two} = ${result}`;
  return `${values.join(` ${SIGNS[operation] ?? '-'} `)} = ${result}`;
}

/** Status of a quotation: the end of a sentence that begins with its words. */
export const QUOTATIONS = {
  verbatim: 'appears in a source word for word.',
  altered: 'appears in a source in other words.',
  not_found: 'appears in no source.',
} as const;
