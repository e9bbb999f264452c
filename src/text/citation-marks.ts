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
/** "[1, p. 4]", "[1, §2]", "[1, lines 4-6]". */
const PAGE =
  '(?:(?:[,:]? ?(?:pp?\\.?|pages?|§{1,2}|paras?\\.?|paragraphs?|sec\\.|sections?|lines?|ll?\\.|ch\\.|chapters?)) ?\\d{1,4}(?:[–-]\\d{1,4})?)?';
/** "[1]", "[^note]", "[^1^]", "[@moss2020, p. 4]", and "\\[1\\]" of escaped Markdown. */
const BRACKETS = `\\\\?\\[(?:\\^[\\p{L}\\p{N}_-]{1,40}\\^?|@[\\p{L}\\p{N}_:.-]{1,80}${PAGE}|${NUMBERS}${PAGE})\\\\?\\]`;
const RAISED = '[¹²³⁰⁴-⁹]{1,3}';
/** Marks of notes in documents, such as below a table: "640ᵇ", "Oslo ᵃ". Other raised letters behind a number may be exponents. */
const RAISED_LETTER =
  '(?:(?<=\\d)(?:[ᵃᵇᶜᵈᶠᵍʰ]|(?<=\\d\\d)[ⁱᵛ]|[ⁱᵛˣ]{2,5})|(?<=\\p{L} )(?:[ⁱᵛˣ]{2,5}|[ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ]))(?!\\p{L})';
/** "[Source 1]", "[DOC 2, p. 3]", "(doc 2)", "[cite: 1, 2]", "[doc1]". */
const NAMES = 'source src ctx doc document ref reference cite citation passage chunk context excerpt snippet'
  .split(' ')
  .flatMap((name) => [name, name.charAt(0).toUpperCase() + name.slice(1), name.toUpperCase()])
  .join('|');
const OF_NAME = `(?:${NAMES})[Ss]?[.:#_ -]{0,2}`;
/** "[Result 3]" and "[web:4]" as search tools write them: "(result: 126)" is a value. */
const OF_SEARCH = '(?:Results? |[Ww]eb:)';
const FURTHER = `(?:[,;] ?${OF_NAME}${NUMBERS}){0,10}`;
const SEE = '(?:(?:[Ss]ee(?: also)?|[Cc]f\\.|e\\.g\\.,?) )';
const NAMED = `\\[(?:${OF_NAME}|${OF_SEARCH})(?<named>${NUMBERS}${FURTHER})${PAGE}\\]|\\(${SEE}?${OF_NAME}(?<namedInRound>${NUMBERS}${FURTHER})${PAGE}\\)`;
/** "(Source: annual report, p. 12)" and "[Source: a.pdf]" in place of a mark. */
const OF_TITLE = '(?:[Ss]ources?|[Rr]eferences?): ';
const TITLED = `\\(${OF_TITLE}(?<titled>[^()\\n]{1,200})\\)|\\[${OF_TITLE}(?<titledInSquare>[^[\\]\\n]{1,200})\\]`;
/** Marks of answers that were copied from ChatGPT. */
const COPIED =
  ':contentReference\\[oaicite:(?<copied>\\d{1,4})\\]\\{index=\\d{1,4}\\}|\ue200cite\ue202(?<invisible>[\\w\ue202]{1,200})\ue201';
/** The target of a Markdown link, "[1](https://example.com)", belongs to the mark. */
export const LINK_TARGET =
  '\\((?:https?:\\/\\/|www\\.|#|\\.{0,2}\\/)[^()\\s]{0,1000}(?:\\([^()\\s]{0,200}\\)[^()\\s]{0,1000}){0,2}(?:[ \\t]"[^"()]{0,200}")?\\)';
const MARK = new RegExp(
  [
    `(?<!!)\\^?(?:(?<bracketed>${BRACKETS})|\\[(?<inLink>${BRACKETS})\\])(?:${LINK_TARGET})?`,
    '【(?<lenticular>\\d{1,4}(?::\\d{1,4})?(?:†[^【】\\n]{0,200})?)】',
    '\\[(?<dagger>\\d{1,4}(?::\\d{1,4})?†[^[\\]\\n]{0,200})\\]',
    NAMED,
    TITLED,
    COPIED,
    `<(?<tag>sup|cite|ref)>(?:(?<tagged>${NUMBERS})|(?<inTag>${BRACKETS}))<\\/\\k<tag>>`,
    `\\^(?<caret>${NUMBERS})\\^`,
    `(?<raised>${RAISED}(?:[,–⁻-]${RAISED}){0,30})`,
    `(?<letter>${RAISED_LETTER})`,
    `\\(#?(?<round>${NUMBERS})\\)|\\{{1,2}(?<curly>${NUMBERS})\\}{1,2}`,
    `\\(${SEE}(?<seen>${BRACKETS}(?:, ?${BRACKETS}){0,9})\\)`,
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
  /^(?:(?:sub)?(?:sections?|paragraphs?|clauses?|items?)|articles?|figures?|tables?|equations?|parts?|steps?|rules?|pages?|options?|questions?|points?|levels?|grades?|class(?:es)?|types?|phases?|groups?|numbers?|chapters?|examples?|cases?|annex|appendix|notes?|footnotes?|columns?|rows?|lines?|loss(?:es)?|profits?|incomes?|deficits?|ranks?|ranked|ranking|place|spot|position|charts?|score|total|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\p{L}+teen|\p{L}+ty|hundred|thousand|and|are|equals?|for|from|has|have|the|was|were|with|under|than|exactly|about|only)$/iu;

/** "［１］" and "〔1〕" have the same length in ASCII. */
const FULL_WIDTH = /[\uff01-\uff5e〔〕〖〗]/g;
const FULL_WIDTH_SHIFT = 0xfee0;

function inAscii(sign: string): string {
  if (/[〔〖]/.test(sign)) return '[';
  return /[〕〗]/.test(sign) ? ']' : String.fromCharCode(sign.charCodeAt(0) - FULL_WIDTH_SHIFT);
}

/** Signs that every mark has one of. */
const SIGN = /[[({^<\u0080-\uffff]/;

/** The marks of citations and footnotes in a text, in order. Linear. */
export function citationMarksIn(written: string): CitationMark[] {
  // To set up the pattern takes as long as to read a short row with it.
  if (!SIGN.test(written)) return [];
  const text = written.replace(FULL_WIDTH, inAscii);
  const marks: CitationMark[] = [];
  for (const { 0: mark, index: start, groups = {} } of text.matchAll(MARK)) {
    const end = start + mark.length;
    const last = marks.at(-1)?.end ?? 0;
    const isNext = start > 0 && start === last;
    const around = { before: text.slice(Math.max(last, start - NEAR), start), behind: text.slice(end, end + NEAR) };
    if (!isNext && !isMark(groups, around)) continue;
    const isDoubtful =
      isRound(groups) && !!BEHIND_STOP.exec(around.before)?.groups?.space && !LINE_ENDS.test(around.behind);
    marks.push({ start, end, labels: labelsIn(groups), isDoubtful });
  }
  return marks;
}

type Groups = Readonly<Record<string, string | undefined>>;

function isRound({ round, curly }: Groups): boolean {
  return round !== undefined || curly !== undefined;
}

/** True where the text around a shape leaves no other reading of it. */
function isMark(groups: Groups, { before, behind }: { readonly before: string; readonly behind: string }): boolean {
  const { bracketed, tag, tagged, caret, raised } = groups;
  if (bracketed !== undefined) return !isValue(bracketed, before);
  // An exponent touches its number, and is in no <cite>.
  if ((tagged ?? caret) !== undefined) return tag === 'cite' || /[ \t]$/.test(before) || isRaisedMark(before);
  if (raised !== undefined) return isRaisedMark(before.trimEnd());
  return !isRound(groups) || BEHIND_STOP.test(before) || isRoundMark(before, behind);
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
  return (STOPS.test(behind) || LINE_ENDS.test(behind)) && !/\(\d{1,3}\)/.test(lastSentence(before));
}

function lastSentence(before: string): string {
  return before.split(/[.!?\n]/).at(-1)!;
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
const NAME_IN_LIST = new RegExp(`${OF_NAME}(?=\\d)`, 'g');

function labelsIn(groups: Groups): string[] {
  const { bracketed, inLink, inTag, tagged, caret, round, curly, raised, letter } = groups;
  const numbers = bracketed ?? inLink ?? inTag ?? tagged ?? caret ?? round ?? curly;
  const named = (groups.named ?? groups.namedInRound)?.replace(NAME_IN_LIST, '');
  const inner = numbers ?? named ?? (raised ?? letter)?.normalize('NFKC');
  if (inner !== undefined) return labelsOf(inner);
  if (groups.seen !== undefined) return groups.seen.split(/(?<=\]),/).flatMap((mark) => labelsOf(mark.trim()));
  const lenticular = groups.lenticular ?? groups.dagger;
  if (lenticular !== undefined) return [lenticularLabel(lenticular)];
  const { titled, titledInSquare, copied, invisible } = groups;
  return [titled ?? titledInSquare ?? copied ?? invisible!];
}

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
