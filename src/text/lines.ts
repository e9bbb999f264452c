import { numberedMarker } from './markers.ts';
import type { Span } from './span.ts';

/**
 * Kind of a line, judged by the line alone. `rule`: only marks, such as "---" or a bare quote sign; `open` and `close`:
 * the ends of a code fence; `tag`: a single XML tag, as prompts put around documents.
 */
type LineShape = 'blank' | 'plain' | 'item' | 'heading' | 'row' | 'rule' | 'open' | 'close' | 'tag';

export interface Line {
  readonly start: number;
  /** Without the line terminator. */
  readonly end: number;
  /** Where the prose starts, after quote signs and list markers. */
  readonly content: number;
  /** Number of quote signs (">") before it. */
  readonly depth: number;
  readonly shape: LineShape;
}

const TERMINATOR = /\r\n|[\n\r\u2028\u2029\f\v]/g;
const QUOTE = /^\s*>[>\s]*/;
const BULLET = /^\s*(?:[-*+•‣◦▪●○·∙](?:\s+\[[ xX]?\])?|\[[ xX]?\])\s+(?=\S)/;
const DASH_BULLET = /^\s*[–—]\s+(?=\S)/;
const HEADING = /^\s*#{1,6}\s+\S|^\s*(\*\*|__)\S.*\1:?\s*$/;
const FENCE = /^\s*(?:```|~~~)[\w+#.-]*\s*$/;
const TAG = /^\s*<\/?[A-Za-z][^<>]*>\s*$/;
const ROW = /^\s*\||\s\|\s|\S\t+\S/;
/** What only a marker of letters or digits can make anything but plain. */
const WORDS_ALONE = /^[\p{L}\p{N}][^|\t]*$/u;
const RULE = /^[\s\-=_*~#+|:.·•—–]*$/;

/** Every line of the text, in order, with its shape. Linear in the text. */
export function* linesOf(text: string): Generator<Line, void, undefined> {
  let previous: Line | undefined;
  let inFence = false;
  let start = 0;
  for (const { start: end, end: next } of terminators(text)) {
    const line = readLine(text.slice(start, end), start, { previous, text, inFence });
    if (line.shape === 'open' || line.shape === 'close') inFence = line.shape === 'open';
    yield line;
    previous = line;
    start = next;
  }
}

/** Where every line ends and the next one begins; the last line ends with the text. */
function* terminators(text: string): Generator<Span> {
  for (const { 0: terminator, index } of text.matchAll(TERMINATOR))
    yield { start: index, end: index + terminator.length };
  yield { start: text.length, end: text.length };
}

interface Context {
  readonly previous: Line | undefined;
  readonly text: string;
  readonly inFence: boolean;
}

function readLine(raw: string, start: number, context: Context): Line {
  const quote = QUOTE.exec(raw)?.[0] ?? '';
  const body = raw.slice(quote.length);
  const at = start + quote.length;
  // One literal: objects made by spreading take four times the memory and longer to read.
  const line = (shape: LineShape, content = at): Line => ({
    start,
    end: start + raw.length,
    content,
    depth: quote.replace(/[^>]/g, '').length,
    shape,
  });
  if (raw.trim() === '') return line('blank');
  const isWordsAlone = WORDS_ALONE.test(body);
  const shape = isWordsAlone ? undefined : shapeWithoutMarker(body, context.inFence);
  if (shape !== undefined) return line(shape);
  const bullet = isWordsAlone ? undefined : BULLET.exec(body)?.[0];
  const marker = bullet ?? weakMarker(body, context);
  return line(marker === '' ? 'plain' : 'item', at + marker.length);
}

function shapeWithoutMarker(body: string, inFence: boolean): LineShape | undefined {
  if (FENCE.test(body)) return inFence ? 'close' : 'open';
  if (RULE.test(body)) return 'rule';
  if (HEADING.test(body)) return 'heading';
  if (TAG.test(body)) return 'tag';
  return ROW.test(body) ? 'row' : undefined;
}

/**
 * Numbers, letters and dashes also begin wrapped lines of prose ("weighs about\n12. Later ..."), so they start an item
 * only where one can start: at the start of a block, after another item, or after a finished line.
 */
function weakMarker(body: string, context: Context): string {
  const marker = DASH_BULLET.exec(body)?.[0] ?? numberedMarker(body);
  if (marker === '') return '';
  const { previous, text } = context;
  if (previous === undefined || (previous.shape !== 'plain' && previous.shape !== 'item')) return marker;
  const finished = /[.:;!?,]["'”’)\]]*\s*$/.test(
    text.slice(Math.max(previous.content, previous.end - 8), previous.end),
  );
  return previous.shape === 'item' || finished ? marker : '';
}
