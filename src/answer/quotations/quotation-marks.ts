import { type Span, sentenceWords, trimmed } from '../../text/index.ts';

/** A kind of quotation marks: which characters, and when one of them opens or closes by the characters around it. */
interface MarkPair {
  readonly marks: string;
  readonly open: RegExp;
  readonly close: RegExp;
  /** A closing mark that may also be the apostrophe of a plural: "the firms’ results". */
  readonly doubtful?: RegExp;
}

const PAIRS: readonly MarkPair[] = [
  { marks: '"', open: /(?<![\p{L}\p{N}.,;!?)\]}%])"(?=\S)/uy, close: /(?<=\S)"(?![\p{L}\p{N}])/uy },
  { marks: '“”', open: /“(?=[\p{L}\p{N}\p{S}\p{Ps}\p{Pi}\p{Pd}.…'"])/uy, close: /”/uy },
  { marks: '„“”', open: /„(?=\S)/uy, close: /[“”]/uy },
  { marks: '«»', open: /«/uy, close: /»/uy },
  { marks: '»«', open: /(?<![^\s\p{Ps}\p{Pi}\p{Pd}])»(?=\S)/uy, close: /(?<=\S)«/uy },
  {
    marks: '‘’',
    open: /(?<![\p{L}\p{N}])‘(?=[\p{L}\p{N}[])/uy,
    close: /(?<=\S)’(?![\p{L}\p{N}])/uy,
    doubtful: /(?<=s)’(?=\s\p{Ll})/uy,
  },
  { marks: '「」', open: /「/uy, close: /」/uy },
  { marks: '『』', open: /『/uy, close: /』/uy },
];

/** Ends of paragraphs and of items of a list: no quotation goes beyond. */
const BREAK = '\\n\\s*?(?:\\n|[-*+•>#|]|\\d{1,3}[.)]\\s)';

/** One short word is no quotation: “so-called”, "fair". */
const FEWEST_WORDS = 2;
const FEWEST_CHARACTERS = 15;

/** The text between quotation marks, without the marks, in order; of nested quotations the outer one. Linear. */
export function quotedSpans(text: string): Span[] {
  const found = PAIRS.flatMap((pair) => between(text, pair));
  found.sort((one, other) => one.start - other.start);
  const outer: Span[] = [];
  for (const span of found) {
    if (span.start < (outer.at(-1)?.end ?? 0)) continue;
    const inner = trimmed(text, span.start, span.end);
    if (inner !== undefined && isQuotation(text.slice(inner.start, inner.end))) outer.push(inner);
  }
  return outer;
}

function between(text: string, { marks, open, close, doubtful }: MarkPair): Span[] {
  const spans: Span[] = [];
  let start: number | undefined;
  /** The end of the open quotation, should no surer one follow. */
  let perhaps: number | undefined;
  const finish = (end: number | undefined) => {
    if (start !== undefined && end !== undefined) spans.push({ start, end });
    start = undefined;
    perhaps = undefined;
  };
  for (const { 0: mark, index } of text.matchAll(new RegExp(`[${marks}]|${BREAK}`, 'gu'))) {
    const is = (pattern: RegExp | undefined) => pattern !== undefined && matchesAt(pattern, text, index);
    if (start !== undefined && is(doubtful)) perhaps ??= index;
    else if (start !== undefined && is(close)) finish(index);
    else if (mark.startsWith('\n') || is(open)) {
      finish(perhaps);
      if (!mark.startsWith('\n')) start = index + mark.length;
    }
  }
  finish(perhaps);
  return spans;
}

function matchesAt(pattern: RegExp, text: string, index: number): boolean {
  pattern.lastIndex = index;
  return pattern.test(text);
}

function isQuotation(inner: string): boolean {
  return inner.length >= FEWEST_CHARACTERS || sentenceWords(inner).length >= FEWEST_WORDS;
}
