import { constants, inflateSync } from 'node:zlib';
import { LEAST_SIDE } from './covers.ts';

/** Facts known from the streams of a file before its pages are read. */
export interface StreamHints {
  /** Some text may be painted so that no one sees it. */
  readonly mayHide: boolean;
  /** Some page has a level or upright line, which may strike words out. */
  readonly mayStrike: boolean;
  /** Some page may draw boxes on its words, or only a part of them. */
  readonly mayCover: boolean;
  readonly hasPicture: boolean;
  /** Some picture may be one of a whole page. */
  readonly hasLargePicture: boolean;
  /** Streams that were unpacked, by their places in the file. */
  readonly contents: ReadonlyMap<number, Buffer>;
}

const MAX_DICTIONARY = 2_048;
const MAX_UNPACKED = 64 * 1024 * 1024;
/** Pixels of a page that was scanned. */
const LARGE_PICTURE = 250_000;
export const IMAGE = /\/Subtype\s*\/Image\b/;
/** Streams that paint nothing: fonts, tables, profiles, attachments. */
export const NO_CONTENT =
  /\/Type\s*\/(?:XRef|ObjStm|Metadata|EmbeddedFile)\b|\/(?:Length1|FunctionType|Alternate|CIDSystemInfo|Predictor)\b|\/Subtype\s*\/(?:Type1C|CIDFontType0C|OpenType|XML)\b/;
const NO_OPACITY = ['/ca 0 ', '/ca 0/', '/ca 0>', '/ca 0\n', '/ca 0\r'];
const INVISIBLE = /(?<!\S)[37]\s+Tr\b/;
const WHITE =
  /(?<![^\s[])(?:1(?:\.0*)?\s+(?:g|sc|scn)|1(?:\.0*)?\s+1(?:\.0*)?\s+1(?:\.0*)?\s+(?:rg|sc|scn)|0(?:\.0*)?\s+0(?:\.0*)?\s+0(?:\.0*)?\s+0(?:\.0*)?\s+(?:k|sc|scn))(?!\S)/;
/** A white color operator at the end of a text. */
const ENDS_WHITE = new RegExp(`${WHITE.source}$`);

/** Looks for operators that hide text: to interpret each page for its colors takes half of the time of reading it. */
export function streamHints(file: Buffer): StreamHints {
  let mayHide = ['/Encrypt', ...NO_OPACITY].some((name) => file.includes(name)) || isCropped(file);
  let mayStrike = false;
  let mayCover = false;
  let hasPicture = false;
  let hasLargePicture = false;
  const contents = new Map<number, Buffer>();
  let kept = 0;
  for (const { dictionary, packed, at } of streamsOf(file)) {
    if (IMAGE.test(dictionary)) {
      hasPicture = true;
      hasLargePicture ||= pixelsOf(dictionary) >= LARGE_PICTURE;
    } else if (!(mayHide && mayStrike && mayCover) && !NO_CONTENT.test(dictionary)) {
      const bytes = contentOf(dictionary, packed);
      kept += bytes?.length ?? 0;
      if (bytes !== undefined && kept <= MAX_UNPACKED) contents.set(at, bytes);
      const content = bytes?.toString('latin1');
      mayHide ||= content === undefined || hidesText(content);
      mayStrike ||= content === undefined || hasRule(content);
      mayCover ||= content === undefined || CLIP.test(content) || hasBoxAfterText(content);
    }
  }
  return { mayHide, mayStrike, mayCover, hasPicture, hasLargePicture, contents };
}

/** A stream as it is in a file, and where the file goes on without streams before it. */
export interface RawStream {
  readonly dictionary: string;
  readonly packed: Buffer;
  readonly after: number;
  readonly at: number;
}

/** The streams of a file, found by their keywords. */
export function* streamsOf(file: Buffer): Generator<RawStream> {
  let after = 0;
  for (let at = file.indexOf('stream'); at >= 0; at = file.indexOf('stream', after)) {
    const end = file.indexOf('endstream', at);
    if (end < 0) return;
    const before = file.toString('latin1', Math.max(0, at - MAX_DICTIONARY), at);
    const dictionary = before.slice(before.lastIndexOf(' obj') + 1);
    yield { dictionary, packed: file.subarray(file[at + 6] === 0x0d ? at + 8 : at + 7, end), after, at };
    after = end + 'endstream'.length;
  }
}

/** True if a page shows only a part of its paper. */
function isCropped(file: Buffer): boolean {
  if (!file.includes('/CropBox')) return false;
  const boxes = (name: string) =>
    [...file.toString('latin1').matchAll(new RegExp(`/${name}\\s*\\[([^\\]]{1,80})\\]`, 'g'))].map(([, box]) =>
      box!.trim().split(/\s+/).map(Number).join(' '),
    );
  const papers = new Set(boxes('MediaBox'));
  return boxes('CropBox').some((box) => !papers.has(box));
}

function pixelsOf(dictionary: string): number {
  const [width, height] = ['Width', 'Height'].map((name) =>
    Number(new RegExp(`/${name}\\s+(\\d+)`).exec(dictionary)?.[1]),
  );
  return Number.isNaN(width! * height!) ? LARGE_PICTURE : width! * height!;
}

/** The operators of a stream; undefined where it cannot be unpacked here. pdf.js may still read it. */
export function contentOf(dictionary: string, packed: Buffer): Buffer | undefined {
  const filters = [...dictionary.matchAll(/\/(\w+Decode)\b/g)].map(([, name]) => name);
  try {
    let content = packed;
    for (const filter of filters) {
      if (filter === 'ASCII85Decode') content = fromAscii85(content);
      else if (filter === 'FlateDecode')
        content = inflateSync(content, { maxOutputLength: MAX_UNPACKED, finishFlush: constants.Z_SYNC_FLUSH });
      else return undefined;
    }
    return content;
  } catch {
    return undefined;
  }
}

function hidesText(content: string): boolean {
  return INVISIBLE.test(content) || (WHITE.test(content) && paintsTextInWhite(content));
}

const PLACE = '(?<!\\S)(-?[\\d.]{1,24})\\s{1,4}(-?[\\d.]{1,24})\\s{1,4}';
/** Not those that only clip. */
const RECTANGLE = new RegExp(`${PLACE}re\\s{1,4}(?!W)`, 'g');
const SEGMENT = new RegExp(`${PLACE}[ml]\\s{1,4}(?=${PLACE}l\\s)`, 'g');
/** Breadth of a line at most, as a share of its length: letters are that high or higher. */
const THIN = 0.3;

export function hasRule(content: string): boolean {
  const isThin = (one: number, other: number) =>
    Math.min(Math.abs(one), Math.abs(other)) <= THIN * Math.max(Math.abs(one), Math.abs(other));
  for (const [, width, height] of content.matchAll(RECTANGLE)) if (isThin(Number(width), Number(height))) return true;
  for (const [, x, y, right, top] of content.matchAll(SEGMENT))
    if (isThin(Number(right) - Number(x), Number(top) - Number(y))) return true;
  return false;
}

const CLIP = /W\*?\s{1,4}n\b/;

/** True if a box with a height and a breadth is drawn after some text. */
function hasBoxAfterText(content: string): boolean {
  const first = content.indexOf('ET');
  if (first < 0) return false;
  for (let at = content.indexOf(' re', first); at >= 0; at = content.indexOf(' re', at + 1)) {
    const [, width, height] = BOX.exec(content.slice(Math.max(0, at - MAX_BOX), at + 4)) ?? [];
    if (Math.min(Math.abs(Number(width)), Math.abs(Number(height))) >= LEAST_SIDE) return true;
  }
  return false;
}

const BOX = /(-?[\d.]{1,24})\s{1,4}(-?[\d.]{1,24}) re\s$/;
const MAX_BOX = 60;

const OPERATOR = /(?<=[\s\])>])(?:g|rg|k|scn|sc|q|Q|Tj|TJ|'|")(?=[\s/[(<]|$)/g;

function paintsTextInWhite(text: string): boolean {
  const saved: boolean[] = [];
  let isWhite = false;
  for (const { 0: operator, index } of text.matchAll(OPERATOR)) {
    if (operator === 'q') saved.push(isWhite);
    else if (operator === 'Q') isWhite = saved.pop() ?? false;
    else if (/^[TJ'"]/.test(operator)) {
      if (isWhite) return true;
    } else isWhite = ENDS_WHITE.test(text.slice(Math.max(0, index - 40), index + operator.length));
  }
  return false;
}

function fromAscii85(packed: Buffer): Buffer {
  const bytes = Buffer.alloc(4 * packed.length + 4);
  let length = 0;
  let number = 0;
  let digits = 0;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const write = (count: number) => {
    view.setUint32(length, number);
    length += count;
    number = 0;
    digits = 0;
  };
  for (const byte of packed) {
    if (byte === 0x7e) break;
    if (byte === 0x7a && digits === 0) write(4);
    else if (byte >= 0x21 && byte <= 0x75) {
      number = number * 85 + byte - 0x21;
      digits += 1;
      if (digits === 5) write(4);
    }
  }
  const count = digits - 1;
  for (; digits > 0 && digits < 5; digits += 1) number = number * 85 + 84;
  if (count > 0) write(count);
  return bytes.subarray(0, length);
}
