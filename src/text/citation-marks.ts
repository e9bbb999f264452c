import type { Span } from './span.ts';

/** A mark that refers to a source or a footnote, recognized by its shape alone. */
export interface CitationMark extends Span {
  /** The references, in order: "1", "2" and "3" for "[1-3]", "note" for "[^note]". */
  readonly labels: readonly string[];
  /** It may also count the items of a list: "It is clear. (1) Stop." */
  readonly isDoubtful: boolean;
}

const NUMBER = '[1-9]\\d{0,2}';
const SEPARATED = '[ \\t]{0,2}(?:[,;–-]|,? ?(?:and|&))[ \\t]{0,2}';
const NUMBERS = `${NUMBER}(?:${SEPARATED}${NUMBER}){0,30}`;
const PAGE = '(?:, ?(?:pp?\\.|pages?|§) ?\\d{1,4}(?:[–-]\\d{1,4})?)?';
/** "[1]", "[^note]", "[^1^]", "[@moss2020, p. 4]", and "\\[1\\]" of escaped Markdown. */
const BRACKETS = `\\\\?\\[(?:\\^[\\p{L}\\p{N}_-]{1,40}\\^?|@[\\p{L}\\p{N}_:.-]{1,80}${PAGE}|${NUMBERS}${PAGE})\\\\?\\]`;
const RAISED = '[¹²³⁰⁴-⁹]{1,3}';
/** Marks of notes in documents, such as below a table: "640ᵇ", "Oslo ᵃ". Other raised letters behind a number may be exponents. */
const RAISED_LETTER =
  '(?:(?<=\\d)(?:[ᵃᵇᶜᵈᶠᵍʰ]|(?<=\\d\\d)[ⁱᵛ]|[ⁱᵛˣ]{2,5})|(?<=\\p{L} )(?:[ⁱᵛˣ]{2,5}|[ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ]))(?!\\p{L})';
/** "[Source 1]", "[Doc 2, p. 3]", "(doc 2)", "[cite: 1, 2]". */
const NAMES =
  '(?:[Ss]ources?|[Dd]oc(?:ument)?s?|[Rr]ef(?:erence)?s?|[Cc]it(?:e|ation)s?|[Pp]assages?|[Cc]hunks?|[Cc]ontexts?|[Ee]xcerpts?)';
const OF_NAME = `${NAMES}[.:#_ -]{1,2}`;
/** "[Result 3]" and "[web:4]" as search tools write them: "(result: 126)" is a value. */
const OF_SEARCH = '(?:Results? |[Ww]eb:)';
const NAMED = `\\[(?:${OF_NAME}|${OF_SEARCH})(?<named>${NUMBERS})${PAGE}\\]|\\(${OF_NAME}(?<namedInRound>${NUMBERS})${PAGE}\\)`;
/** "(Source: annual report, p. 12)" and "[Source: a.pdf]" in place of a mark. */
const OF_TITLE = '(?:[Ss]ources?|[Rr]eferences?): ';
const TITLED = `\\(${OF_TITLE}(?<titled>[^()\\n]{1,200})\\)|\\[${OF_TITLE}(?<titledInSquare>[^[\\]\\n]{1,200})\\]`;
/** Marks of answers that were copied from ChatGPT. */
const COPIED =
  ':contentReference\\[oaicite:(?<copied>\\d{1,4})\\]\\{index=\\d{1,4}\\}|\ue200cite\ue202(?<invisible>[\\w\ue202]{1,200})\ue201';
/** The target of a Markdown link, "[1](https://example.com)", belongs to the mark. */
export const LINK_TARGET = '\\((?:https?:\\/\\/|www\\.|#|\\.{0,2}\\/)[^()\\s]{0,1000}(?:[ \\t]"[^"()]{0,200}")?\\)';
const MARK = new RegExp(
  [
    `(?<!!)(?<bracketed>${BRACKETS})(?:${LINK_TARGET})?`,
    '【(?<lenticular>\\d{1,4}(?::\\d{1,4})?(?:†[^【】\\n]{0,200})?)】',
    '\\[(?<dagger>\\d{1,4}(?::\\d{1,4})?†[^[\\]\\n]{0,200})\\]',
    NAMED,
    TITLED,
    COPIED,
    `<(?<tag>sup|cite)>(?:(?<tagged>${NUMBERS})|(?<inTag>${BRACKETS}))<\\/\\k<tag>>`,
    `\\^(?<caret>${NUMBERS})\\^`,
    `(?<raised>${RAISED}(?:[,–⁻-]${RAISED}){0,30})`,
    `(?<letter>${RAISED_LETTER})`,
    `\\((?<round>${NUMBERS})\\)|\\{(?<curly>${NUMBERS})\\}`,
  ].join('|'),
  'gu',
);

/** How much of the text before and after a mark is looked at. */
const NEAR = 120;
/** "95% CI [1, 3]", "the interval [2, 5]", "x = [1, 2]": two numbers in square brackets are a range of values. */
const BEFORE_INTERVAL =
  /(?:\b(?:CI|IQR|intervals?|ranges?|domain|bounds?|set|vectors?|array|list)|[=∈∉≈<>≤≥])[ \t]{0,2}$/i;
const PAIR = /^\[\d+, ?\d+\]$/;
/** "x[2]": an index. */
const VARIABLE = /(?:^|[^\p{L}\p{N}])\p{Ll}$/u;
const YEAR = '(?<!\\d)(?:1[5-9]|20)\\d\\d';
/** A raised number after a stop, a word, a year, or at the start of a line is a mark; after other numbers and units it is an exponent. */
const BEFORE_RAISED = new RegExp(`(?:^|[\\n\\r.,;:!?)\\]"'”’»]|${YEAR}|(?<word>\\p{L}{4,40}))$`, 'u');
const LENGTH_UNIT = /(?:met(?:er|re)s?|miles?|feet|foot|inch(?:es)?|yards?)$/i;
const BEHIND_STOP = /[.!?…]["'”’»)*_]{0,3}(?<space>[ \t]{0,2})$/;
const BEHIND_WORD = new RegExp(`(?<word>\\p{L}{3,40}|${YEAR})["'”’»)%*_]{0,3}[ \\t]{0,2}$`, 'u');
const LINE_ENDS = /^[ \t]*(?:[\n\r]|$)/;
const STOPS = /^(?:\(\d{1,3}\)){0,9}[.!?…]["'”’»)*_]{0,3}(?:\s|$)/;
/** Words that a number in round brackets belongs to: "section (2)", "thirty (30)", "is (3)". */
const BEFORE_NUMBER =
  /^(?:(?:sub)?(?:sections?|paragraphs?|clauses?|items?)|articles?|figures?|tables?|equations?|parts?|steps?|rules?|pages?|options?|questions?|points?|levels?|grades?|class(?:es)?|types?|phases?|groups?|numbers?|chapters?|examples?|cases?|annex|appendix|notes?|footnotes?|columns?|rows?|lines?|loss(?:es)?|profits?|incomes?|deficits?|score|total|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\p{L}+teen|\p{L}+ty|hundred|thousand|and|are|equals?|for|from|has|have|the|was|were|with|under|than|exactly|about|only)$/iu;

/** The marks of citations and footnotes in a text, in order. Linear. */
export function citationMarksIn(text: string): CitationMark[] {
  const marks: CitationMark[] = [];
  for (const { 0: mark, index: start, groups } of text.matchAll(MARK)) {
    const end = start + mark.length;
    const last = marks.at(-1)?.end ?? 0;
    const before = text.slice(Math.max(last, start - NEAR), start);
    const isNext = start > 0 && start === last;
    const { bracketed, tag, inTag, raised, letter } = groups!;
    const titled = groups!.titled ?? groups!.titledInSquare ?? groups!.copied ?? groups!.invisible;
    const round = groups!.round ?? groups!.curly;
    const tagged = groups!.tagged ?? groups!.caret;
    const named = groups!.named ?? groups!.namedInRound;
    const lenticular = groups!.lenticular ?? groups!.dagger;
    if (!isNext && bracketed !== undefined && isValue(bracketed, before)) continue;
    // An exponent touches its number, and is in no <cite>.
    const isApart = tagged !== undefined && (tag === 'cite' || /[ \t]$/.test(before));
    if (!isNext && !isApart && (tagged ?? raised) !== undefined && !isRaisedMark(before)) continue;
    const behind = text.slice(end, end + NEAR);
    const behindStop = round === undefined ? null : BEHIND_STOP.exec(before);
    if (!isNext && round !== undefined && behindStop === null && !isRoundMark(before, behind)) continue;
    const isDoubtful = !!behindStop?.groups?.space && !LINE_ENDS.test(behind);
    const inner = bracketed ?? inTag ?? tagged ?? named ?? round ?? (raised ?? letter)?.normalize('NFKC');
    marks.push({ start, end, labels: inner ? labelsOf(inner) : [titled ?? lenticularLabel(lenticular!)], isDoubtful });
  }
  return marks;
}

function isValue(mark: string, before: string): boolean {
  return VARIABLE.test(before) || (PAIR.test(mark) && BEFORE_INTERVAL.test(before));
}

function isRaisedMark(before: string): boolean {
  const found = BEFORE_RAISED.exec(before);
  return found !== null && !LENGTH_UNIT.test(found.groups?.word ?? '');
}

/** "It rose (1)." after a word that takes no number, in a sentence without other numbers in brackets. */
function isRoundMark(before: string, behind: string): boolean {
  const word = BEHIND_WORD.exec(before)?.groups?.word;
  if (word === undefined || BEFORE_NUMBER.test(word)) return false;
  const sentence = before.split(/[.!?\n]/).at(-1)!;
  return (STOPS.test(behind) || LINE_ENDS.test(behind)) && !/\(\d{1,3}\)/.test(sentence);
}

/** "1†source" refers to the source 1, "2:0†b.pdf" of a message to "b.pdf". */
function lenticularLabel(inner: string): string {
  const [number, name] = inner.split('†', 2);
  return number!.includes(':') ? (name ?? number!) : number!;
}

const DASH = /[–−-]/;
/** Sources of the longest range that is read as all that it spans. */
const LONGEST_RANGE = 50;

/** The brackets, and the page behind a comma. */
const OUTSIDE_LABELS = new RegExp(`^\\\\?\\[[\\^@]?|(?:${PAGE}|\\^)\\\\?\\]$`, 'g');

function labelsOf(written: string): string[] {
  const inner = written.replace(OUTSIDE_LABELS, '');
  const numbers = inner.replace(/,?[ \t]{0,2}(?:and|&)/g, ',');
  return /[^\d \t,;–−-]/.test(numbers) ? [inner] : numbers.split(/[,;]/).flatMap(rangeOf);
}

function rangeOf(part: string): string[] {
  const ends = part.split(DASH).map((end) => end.trim());
  const [first, last] = ends.map(Number);
  const count = ends.length === 2 ? last! - first! + 1 : 0;
  if (count < 1 || count > LONGEST_RANGE) return ends;
  return Array.from({ length: count }, (_, i) => String(first! + i));
}

const BEGINS_WORD = /^[\p{L}\p{N}]/u;
const ENDS_WORD = /[\p{L}\p{N}]$/u;

/** The text without its citation marks and the white space before them. Linear. */
export function withoutCitationMarks(text: string): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end } of citationMarksIn(text)) {
    const before = text.slice(from, start);
    // "[text][1]" is a link.
    if (before.endsWith(']')) continue;
    const isAtWord = BEGINS_WORD.test(text.slice(end, end + 2));
    pieces.push(isAtWord ? before : before.trimEnd(), isAtWord && ENDS_WORD.test(before.slice(-2)) ? ' ' : '');
    from = end;
  }
  return pieces.length === 0 ? text : pieces.join('') + text.slice(from);
}
