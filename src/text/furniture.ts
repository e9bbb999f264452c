import type { Span } from './span.ts';

/** A line with words, without the white space around it. Furniture: it belongs to a letter, a form or a page, and is not content. */
interface MarkedLine extends Span {
  readonly isFurniture: boolean;
}

interface WrittenLine extends Span {
  /** Without signs of quotation; empty for lines too long to be furniture. */
  readonly written: string;
  /** An empty line is above it. */
  readonly isApart: boolean;
}

const MAX_LINE = 120;
const LINE = /[^\n\r\u2028\u2029\f\v]+/g;
const BLANK_LINE = /(?:\r\n|\r(?!\n)|[\n\u2028\u2029\f\v])[^\S\n\r\u2028\u2029\f\v]*[\n\r\u2028\u2029\f\v]/;
const QUOTE = /^(?:>\s?){1,9}/;

const NAME = "\\p{Lu}[\\p{L}.'’-]{0,30}";
const HELLO = '(?:[Hh]i|[Hh]ello|[Hh]ey|[Dd]ear|[Gg]reetings|[Gg]ood (?:morning|afternoon|evening|day))';
const ALL =
  '(?:all|there|team|everyone|everybody|both|again|colleagues?|customers?|friends?|members?|users?|readers?|sirs?|madam|or|and|to|the)';
/** A name alone may be a title, "Hey Jude": it needs a mark after it. */
const GREETING = new RegExp(`^${HELLO}(?:(?:,?\\s(?:${NAME}|&|${ALL})){0,6}\\s?[,!:]|(?:\\s${ALL}){1,5}[,!:.]?)$`, 'u');

const HELP = '(?: for your (?:help|time|support|patience|reply|interest))?';
const CLOSING = new RegExp(
  `^(?:(?:with )?(?:(?:very )?best|kind(?:est)?|warm(?:est)?|many) (?:regards|wishes)|regards|(?:yours )?(?:sincerely|truly|faithfully)(?: yours)?|cheers|all the best|best|take care|(?:many )?thanks(?: a lot| again| in advance| so much)?${HELP}|thank you(?: very much| again| in advance| so much)?${HELP})\\s?[,.!]?$`,
  'i',
);
const PERSON = new RegExp(`^${NAME}(?:\\s${NAME}){0,3}(?<!\\.)$`, 'u');
const POSITION = new RegExp(`^${NAME}(?:,?\\s(?:${NAME}|of|and|for|the|at|&)){0,6}(?<!\\.)$`, 'u');
const CONTACT =
  /^(?:\p{L}{1,8}[.:]?\s?)?[+(]?\d[\d ()/.-]{5,30}$|^(?:\p{L}{1,8}:\s?)?(?:[^\s@]{1,60}@[^\s@]{1,60}|(?:https?:|www\.)\S+)$/u;
const MAX_SIGNATURE = 7;

const HEADER =
  /^[*_]{0,2}(from|to|cc|bcc|sent|date|subject|reply-to|importance|attachments?)[*_]{0,2}:[*_]{0,2}(?:\s|$)/i;
/** Invoices and journeys have "From", "To" and "Date", too. */
const ONLY_MAIL = ['cc', 'bcc', 'sent', 'subject', 'reply-to'];
const MAX_HEADERS = 12;

const TITLES =
  '(?=.*\\b(?:Report|Manual|Guide|Handbook|Policy|Agreement|Chapter|Section|Statement|Review|Edition|Minutes)\\b)';
const TITLE_WORD = "[\\p{Lu}\\d][\\p{L}\\d.&'’-]{0,30}";

/** Lines that are furniture wherever they are. */
const ALONE: readonly RegExp[] = [
  GREETING,
  // Mail: "-----Original Message-----", "On Mon, 3 Mar 2025, Ann Moss wrote:".
  /^[-_]{2,20}\s?(?:original|forwarded) (?:message|mail)\s?[-_]{2,20}$|^begin forwarded message:$/i,
  /^On .{6,90}\bwrote:$/,
  // Pages: "Page 3 of 10", "- 12 -".
  /^(?:[-–—|[]\s?)?(?:page|p\.|pg\.)\s?\d{1,4}(?:\s?(?:of|\/)\s?\d{1,4})?(?:\s?[-–—|\]])?$/i,
  /^[-–—]\s?\d{1,4}\s?[-–—]$/,
  // Stamps: "CONFIDENTIAL", "For internal use only".
  /^(?:(?:strictly|company|highly) )?(?:private (?:and|&) )?(?:confidential|draft|privileged)(?: (?:and|&) (?:confidential|proprietary))?(?:[.!]|\s?[-–—]\s?do not (?:distribute|copy|share|forward))?$/i,
  /^(?:for )?internal use only\.?$|^(?:this page (?:is )?)?intentionally left blank\.?$/i,
  /^(?:©|\(c\)|copyright(?: ©| \(c\))?)\s?\d{4}(?:\s?[-–]\s?\d{4})?,?(?: [\p{L}\p{N}&'’-]{1,30}[.,]?){1,6}$/iu,
  // Running heads: "Annual Report 2024 | 17".
  new RegExp(`^${TITLES}(?:${TITLE_WORD}\\s){1,8}\\|\\s\\d{1,4}$`, 'u'),
  new RegExp(`^\\d{1,4}\\s\\|${TITLES}(?:\\s${TITLE_WORD}){1,8}$`, 'u'),
];

/** The lines of a text that are not empty, in order. Linear in the text. */
export function* markedLines(text: string): Generator<MarkedLine, void, undefined> {
  const lines = writtenLines(text);
  let clause = '';
  let sender = '';
  for (let i = 0; i < lines.length; ) {
    const { written } = lines[i]!;
    const isOne =
      isBareClause(lines, i, clause) || isSenderAlone(lines[i]!, sender) || ALONE.some((one) => one.test(written));
    const count = isOne ? 1 : blockLength(lines, i);
    for (const { start, end } of lines.slice(i, i + Math.max(1, count))) yield { start, end, isFurniture: count > 0 };
    clause = /^(?:§\s?)?(\d{1,2})[.)](?!\d)/.exec(written)?.[1] ?? clause;
    if (count > 1) sender = senderIn(lines.slice(i, i + count)) ?? sender;
    i += Math.max(1, count);
  }
}

/** A mail often ends with the name of its sender and no closing. */
function isSenderAlone({ written, isApart }: WrittenLine, sender: string): boolean {
  const names = sender.split(' ');
  return isApart && PERSON.test(written) && written.split(' ').every((name) => names.includes(name));
}

function senderIn(header: readonly WrittenLine[]): string | undefined {
  return header.find(({ written }) => /^[*_]{0,2}from\b/i.test(written))?.written;
}

/** True if a sentence without its own line is only a closing greeting: "Best regards, Tom". */
export function isSignOff(sentence: string): boolean {
  if (sentence.length > MAX_LINE) return false;
  const comma = sentence.indexOf(',');
  return CLOSING.test(sentence.slice(0, comma)) && PERSON.test(sentence.slice(comma + 1).trim());
}

function writtenLines(text: string): WrittenLine[] {
  const lines: WrittenLine[] = [];
  let previousEnd = 0;
  for (const { 0: line, index } of text.matchAll(LINE)) {
    const body = line.trim();
    if (body === '') continue;
    const start = index + line.indexOf(body.charAt(0));
    const end = start + body.length;
    const written = body.length > MAX_LINE ? '' : body.replace(QUOTE, '');
    const isApart = start - previousEnd > 1 && BLANK_LINE.test(text.slice(previousEnd, start));
    lines.push({ start, end, written, isApart });
    previousEnd = end;
  }
  return lines;
}

/** Lines of a mail header or of a signature that begin here; 0 where none does. */
function blockLength(lines: readonly WrittenLine[], first: number): number {
  return headerLength(lines, first) || signatureLength(lines, first);
}

function headerLength(lines: readonly WrittenLine[], first: number): number {
  const labels: string[] = [];
  for (const { written, isApart } of lines.slice(first, first + MAX_HEADERS)) {
    const label = HEADER.exec(written)?.[1];
    if (label === undefined || (isApart && labels.length > 0)) break;
    labels.push(label.toLowerCase());
  }
  const isMail =
    ONLY_MAIL.some((label) => labels.includes(label)) && (labels.includes('from') || labels.includes('to'));
  return isMail && labels.length > 1 ? labels.length : 0;
}

/** A closing with the name, position and address below it, up to an empty line. A text does not begin with one. */
function signatureLength(lines: readonly WrittenLine[], first: number): number {
  if (first === 0 || !CLOSING.test(lines[first]!.written)) return 0;
  const below = lines.slice(first + 1, first + 1 + MAX_SIGNATURE);
  if (!PERSON.test(below[0]?.written ?? '')) return 1;
  const other = below.findIndex(({ written, isApart }, i) => i > 0 && (isApart || !isOfSignature(written)));
  if (other === -1) return below.length < MAX_SIGNATURE ? 1 + below.length : 1;
  return below[other]!.isApart ? 1 + other : 1;
}

function isOfSignature(written: string): boolean {
  return written.length > 0 && (POSITION.test(written) || CONTACT.test(written));
}

const BARE_CLAUSE = /^(§{1,2}\s?)?\(?(\d{1,2})((?:\.\d{1,2}){0,3})([.)]?)$/;

/** The number of a clause on its own line: "4.", "§ 5", and "4.1" below "4.", as a decimal alone is a value. */
function isBareClause(lines: readonly WrittenLine[], at: number, clause: string): boolean {
  const { written, isApart } = lines[at]!;
  const found = BARE_CLAUSE.exec(written);
  if (found === null || at === lines.length - 1) return false;
  if (at > 0 && !isApart && !/[.:;!?)]$/.test(lines[at - 1]!.written)) return false;
  const [, sign, number, deeper, mark] = found;
  return sign !== undefined || (deeper === '' ? mark !== '' : number === clause);
}
