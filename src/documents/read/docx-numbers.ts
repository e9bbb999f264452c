import type { DocxStyles, Look } from './docx-runs.ts';
import { MARKER_END, MARKER_START } from './markers.ts';
import { attributeOf, attributesOf, elementsNamed, scanXml, type XmlElement } from './scan-xml.ts';

interface Level {
  start: number;
  format: string;
  /** The text with "%1" for the number of the first level. */
  text: string;
  isLegal: boolean;
  style?: string;
}

interface List {
  readonly levels: Level[];
  /** The name of a style whose list has the levels. */
  link?: string;
}

/** A list that paragraphs name, with levels of its own and numbers that some of them begin at. */
interface UsedList {
  base: string;
  readonly levels: Level[];
  readonly starts: (number | undefined)[];
}

const MAX_LEVELS = 9;

/** Writes the numbers that a program shows at the paragraphs of a docx: they are in no text of the file. */
export class DocxNumbers {
  readonly #lists = new Map<string, List>();
  /** The lists whose levels a style has, by its name. */
  readonly #named = new Map<string, string>();
  readonly #used = new Map<string, UsedList>();
  readonly #styles: DocxStyles;
  /** The last numbers of each list. */
  readonly #counts = new Map<string, (number | undefined)[]>();
  readonly #begun = new Set<string>();

  constructor(numbering: string, styles: DocxStyles) {
    this.#readLists(numbering);
    this.#styles = styles;
  }

  /** The next number of the list of a paragraph that looks so, between marks; undefined for bullets. */
  next({ style, list, level: own }: Look): string | undefined {
    if (this.#used.size === 0) return undefined;
    const ofStyle = this.#styles.named.get(style ?? '') ?? {};
    const id = list ?? ofStyle.list ?? '';
    const used = this.#used.get(id);
    if (used === undefined) return undefined;
    const { base, levels } = this.#levelsOf(used);
    const bound = style === undefined ? -1 : levels.findIndex((level) => level?.style === style);
    const at = levelOf(own ?? (bound < 0 ? ofStyle.level : bound));
    const level = levels[at];
    if (level === undefined) return undefined;
    const counts = this.#counts.get(base) ?? [];
    this.#counts.set(base, counts);
    const first = used.starts[at];
    const key = `${id} ${at}`;
    counts[at] =
      first !== undefined && !this.#begun.has(key) ? first : counts[at] === undefined ? level.start : counts[at] + 1;
    this.#begun.add(key);
    counts.length = at + 1;
    if (level.format === 'bullet' || level.format === 'none') return undefined;
    const text = level.text.replace(/%([1-9])/g, (_, digit: string) => {
      const i = Number(digit) - 1;
      return written(counts[i] ?? levels[i]?.start ?? 1, level.isLegal ? 'decimal' : (levels[i]?.format ?? 'decimal'));
    });
    return text.trim() === '' ? undefined : `${MARKER_START}${text.trim()}${MARKER_END}`;
  }

  #levelsOf({ base, levels }: UsedList): { readonly base: string; readonly levels: readonly (Level | undefined)[] } {
    const found = this.#named.get(this.#lists.get(base)?.link ?? '') ?? base;
    const all: (Level | undefined)[] = [...(this.#lists.get(found)?.levels ?? [])];
    for (const [i, level] of levels.entries()) all[i] = level ?? all[i];
    return { base: found, levels: all };
  }

  #readLists(xml: string): void {
    let list: List = { levels: [] };
    let id = '';
    let used: UsedList | undefined;
    let level: Level = newLevel();
    let at = 0;
    scanXml(xml, {
      open: (element) => {
        const { val = '', ...is } = attributesOf(xml, element);
        switch (element.name) {
          case 'w:abstractNum':
            list = { levels: [] };
            id = is.abstractNumId ?? '';
            this.#lists.set(id, list);
            used = undefined;
            break;
          case 'w:num':
            used = { base: '', levels: [], starts: [] };
            this.#used.set(is.numId ?? '', used);
            break;
          case 'w:abstractNumId':
            if (used !== undefined) used.base = val;
            break;
          case 'w:styleLink':
            if (val !== '' && !this.#named.has(val)) this.#named.set(val, id);
            break;
          case 'w:numStyleLink':
            list.link = val;
            break;
          case 'w:lvlOverride':
            at = levelOf(is.ilvl);
            break;
          case 'w:startOverride':
            if (used !== undefined) used.starts[at] = Number(val);
            break;
          case 'w:lvl':
            level = newLevel();
            (used ?? list).levels[levelOf(is.ilvl)] = level;
            break;
          case 'w:start':
            level.start = Number(val);
            break;
          case 'w:numFmt':
            level.format = val;
            break;
          case 'w:lvlText':
            level.text = val;
            break;
          case 'w:isLgl':
            level.isLegal = true;
            break;
          case 'w:pStyle':
            level.style = val;
        }
      },
    });
  }
}

function newLevel(): Level {
  return { start: 0, format: 'decimal', text: '', isLegal: false };
}

function levelOf(written: string | number = 0): number {
  const level = Number(written);
  return Number.isInteger(level) && level >= 0 && level < MAX_LEVELS ? level : 0;
}

const ROMAN = Object.entries({
  m: 1_000,
  cm: 900,
  d: 500,
  cd: 400,
  c: 100,
  xc: 90,
  l: 50,
  xl: 40,
  x: 10,
  ix: 9,
  v: 5,
  iv: 4,
  i: 1,
});
/** Beyond them, numbers are written with digits. */
const MAX_LETTERS = 5_000;

function written(count: number, format: string): string {
  if (format === 'decimalZero') return String(count).padStart(2, '0');
  if (!(count > 0 && count < MAX_LETTERS)) return String(count);
  switch (format) {
    case 'lowerLetter':
    case 'upperLetter': {
      const letter = String.fromCharCode(97 + ((count - 1) % 26)).repeat(Math.ceil(count / 26));
      return format === 'upperLetter' ? letter.toUpperCase() : letter;
    }
    case 'lowerRoman':
    case 'upperRoman': {
      let rest = count;
      let roman = '';
      for (const [sign, value] of ROMAN) for (; rest >= value; rest -= value) roman += sign;
      return format === 'upperRoman' ? roman.toUpperCase() : roman;
    }
    default:
      return String(count);
  }
}

/** The lists of a docx without links to styles that it does not have, and without lists of no levels: mammoth fails on both. */
export function soundNumbering(numbering: string, styles: string): string {
  const known = new Set(
    elementsNamed(styles, 'w:style')
      .filter((style) => attributeOf(styles, style, 'type') === 'numbering')
      .map((style) => attributeOf(styles, style, 'styleId')),
  );
  const isBroken = (element: XmlElement) =>
    element.name === 'w:num'
      ? elementsNamed(numbering.slice(element.start, element.end), 'abstractNumId').length === 0
      : !known.has(attributeOf(numbering, element, 'val'));
  let sound = '';
  let at = 0;
  for (const element of elementsNamed(numbering, 'w:numStyleLink', 'w:num').filter(isBroken)) {
    sound += numbering.slice(at, element.start);
    at = element.end;
  }
  return sound + numbering.slice(at);
}
