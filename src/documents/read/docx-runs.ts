import { BLACK, type Color, colorOf, isUnseen, WHITE } from './css-colors.ts';
import { attributesOf, nearest, scanXml, type XmlElement } from './scan-xml.ts';

/** A background whose color is not known, such as that of a style of tables. */
type Background = Color | 'unknown';

/** How a run, a paragraph or a style is shown, where it says so. */
export interface Look {
  vanish?: boolean;
  strike?: boolean;
  dstrike?: boolean;
  /** Undefined for a color that is chosen to be seen. */
  letters?: Color | undefined;
  shading?: Background | undefined;
  highlight?: Background | undefined;
  /** In half points. */
  size?: number;
  /** In percent of the usual width. */
  width?: number;
  /** Lines without height, or off the page. */
  isFlat?: boolean;
  position?: number;
  vertAlign?: string;
  style?: string;
  /** The number of a list, and the level in it. */
  list?: string;
  level?: string;
}

/** The visible part of a run. */
interface Shown {
  readonly isHidden: boolean;
  /** In the color of the page, on a background that is not known. */
  readonly isUnsure: boolean;
  readonly isStruck: boolean;
  /** Above the base line, and not because the run itself is marked as a superscript. */
  readonly isRaised: boolean;
}

/** The looks that a file defines. */
export interface DocxStyles {
  /** Styles by their names in the file, with those that they are based on. */
  readonly named: ReadonlyMap<string, Look>;
  /** The look of all text. */
  readonly usual: Look;
  /** The style of paragraphs that name none. */
  readonly ofParagraphs: string;
}

const OFF = new Set(['false', '0', 'off', 'none']);
/** No one reads letters of one point, lines of one point, or letters of a twentieth of their width. */
const [LEAST_SIZE, LEAST_LINE, LEAST_WIDTH] = [2, 20, 5];
/** Points by which letters are raised at least, in half points. */
const LEAST_RAISED = 4;
/** Twentieths of a point to the left of the page or above it. */
const FAR_AWAY = -2_000;
/** Styles based on styles based on styles. */
const MAX_BASES = 20;

export function docxStyles(xml: string): DocxStyles {
  const styles = new Map<string, Look & { base?: string }>();
  const usual: Look = {};
  let look: Look & { base?: string } = {};
  let ofParagraphs = '';
  scanXml(xml, {
    open: (element) => {
      const { name, parent } = element;
      if (name === 'w:style') {
        const { styleId = '', type, default: isDefault } = attributesOf(xml, element);
        look = {};
        styles.set(styleId, look);
        if (type === 'paragraph' && isDefault !== undefined && !OFF.has(isDefault)) ofParagraphs = styleId;
      } else if (name === 'w:basedOn') look.base = attributesOf(xml, element).val ?? '';
      else if (parent?.parent?.name === 'w:style' || parent?.name === 'w:numPr') addLook(look, xml, element);
      else if (parent?.parent?.parent?.name === 'w:docDefaults') addLook(usual, xml, element);
    },
  });
  const named = new Map<string, Look>();
  for (const [id, own] of styles) {
    let all: Look = own;
    let base = own.base;
    for (let i = 0; base !== undefined && i < MAX_BASES; i += 1) {
      const above = styles.get(base);
      all = { ...above, ...all };
      base = above?.base;
    }
    named.set(id, all);
  }
  return { named, usual, ofParagraphs };
}

function addLook(look: Look, xml: string, element: XmlElement): void {
  const { val = '', ...is } = attributesOf(xml, element);
  switch (element.name) {
    case 'w:vanish':
    case 'w:specVanish':
      look.vanish = !OFF.has(val);
      break;
    case 'w:strike':
    case 'w:dstrike':
      look[element.name === 'w:strike' ? 'strike' : 'dstrike'] = !OFF.has(val);
      break;
    case 'w:color':
      look.letters = colorOf(`#${val}`.toLowerCase()) ?? (PAGE_COLORS.has(is.themeColor ?? '') ? WHITE : undefined);
      break;
    case 'w:shd':
      look.shading = shadingOf(val, is);
      break;
    case 'w:highlight':
      look.highlight = val === 'none' ? undefined : val === 'white' ? WHITE : val === 'black' ? BLACK : 'unknown';
      break;
    case 'w:sz':
      look.size = Number(val);
      break;
    case 'w:w':
      look.width = Number.parseFloat(val);
      break;
    case 'w:spacing':
      if (is.lineRule !== undefined) look.isFlat = is.lineRule === 'exact' && Number(is.line) <= LEAST_LINE;
      break;
    case 'w:framePr':
      look.isFlat = [is.x, is.y].some((place) => Number(place) <= FAR_AWAY);
      break;
    case 'w:position':
      look.position = Number(val);
      break;
    case 'w:vertAlign':
      look.vertAlign = val;
      break;
    case 'w:rStyle':
    case 'w:pStyle':
      look.style = val;
      break;
    case 'w:numId':
      look.list = val;
      break;
    case 'w:ilvl':
      look.level = val;
  }
}

const PAGE_COLORS = new Set(['background1', 'light1']);

type Attributes = ReturnType<typeof attributesOf>;

function shadingOf(pattern: string, { fill, color }: Attributes): Background | undefined {
  const covering = pattern === 'solid' ? color : fill;
  if (covering === undefined || covering === 'auto' || covering === '') return pattern === 'solid' ? BLACK : undefined;
  return colorOf(`#${covering}`.toLowerCase()) ?? 'unknown';
}

/** Collects what a part says of its runs, while it is scanned. */
export class RunLooks {
  readonly #xml: string;
  readonly #styles: DocxStyles;
  /** Looks of runs and paragraphs. */
  readonly #looks = new WeakMap<XmlElement, Look>();
  /** Elements with their own background. */
  readonly #backgrounds = new WeakMap<XmlElement, Background>();
  readonly #tableStyles = new WeakMap<XmlElement, string>();
  /** Rows and shapes in which nothing is seen. */
  readonly #hidden = new WeakSet<XmlElement>();

  constructor(xml: string, styles: DocxStyles) {
    this.#xml = xml;
    this.#styles = styles;
  }

  open(element: XmlElement): void {
    const { name, parent } = element;
    const owner = parent?.parent;
    const is = () => attributesOf(this.#xml, element);
    if (name === 'w:txbxContent') this.#backgrounds.set(element, 'unknown');
    else if (name === 'w:background' && parent?.name === 'w:document') this.#backgrounds.set(parent, 'unknown');
    else if (name.startsWith('v:') && UNSEEN_SHAPE.test(is().style ?? '')) this.#hidden.add(element);
    if (owner === undefined) return;
    if (name === 'w:tblStyle') {
      this.#backgrounds.set(owner, 'unknown');
      this.#tableStyles.set(owner, is().val ?? '');
    } else if (parent?.name === 'w:trPr') {
      const { val, hRule } = name === 'w:trHeight' || name === 'w:hidden' ? is() : {};
      const isFlat = hRule === 'exact' && Number(val) <= LEAST_LINE;
      if (name === 'w:hidden' ? !OFF.has(val ?? '') : isFlat) this.#hidden.add(owner);
    } else if (owner.name === 'w:drawing' && (name === 'docPr' || name === 'extent')) {
      const { hidden = 'false', cx, cy } = is();
      if (!OFF.has(hidden) || [cx, cy].some((size) => Number(size) <= POINT)) this.#hidden.add(owner);
    } else if (parent?.name === 'w:rPr' || parent?.name === 'w:pPr') addLook(this.lookOf(owner), this.#xml, element);
    else if (parent?.name === 'w:numPr' && owner.parent !== undefined)
      addLook(this.lookOf(owner.parent), this.#xml, element);
    else if (parent?.name === 'textFill' && name === 'noFill' && owner.parent !== undefined)
      this.lookOf(owner.parent).vanish = true;
    else if (name === 'w:shd') {
      const { val = '', ...more } = is();
      const shading = shadingOf(val, more);
      if (shading !== undefined && !this.#tableStyles.has(owner)) this.#backgrounds.set(owner, shading);
    }
  }

  /** @param run whose properties were passed */
  shown(run: XmlElement): Shown {
    const { named, usual, ofParagraphs } = this.#styles;
    const own = this.#looks.get(run) ?? {};
    const paragraph = nearest(run, 'w:p');
    const around = (paragraph && this.#looks.get(paragraph)) ?? {};
    const ofParagraph = { ...named.get(around.style ?? ofParagraphs), ...(around.isFlat && { isFlat: true }) };
    const ofRun = { ...named.get(own.style ?? ''), ...own };
    let inTable: Look | undefined;
    let background: Background | undefined;
    let isHidden = false;
    for (let at: XmlElement | undefined = run.parent; at !== undefined; at = at.parent) {
      isHidden ||= this.#hidden.has(at);
      background ??= this.#backgrounds.get(at);
      inTable ??= named.get(this.#tableStyles.get(at) ?? '');
    }
    const look = { ...usual, ...inTable, ...ofParagraph, ...ofRun };
    const under = look.highlight ?? look.shading ?? around.shading ?? background ?? WHITE;
    isHidden ||=
      (look.vanish ?? false) ||
      (look.isFlat ?? false) ||
      (look.size ?? LEAST_SIZE + 1) <= LEAST_SIZE ||
      (look.width ?? LEAST_WIDTH + 1) <= LEAST_WIDTH ||
      (look.letters !== undefined && under !== 'unknown' && isUnseen(look.letters, under));
    return {
      isHidden,
      isUnsure: look.letters !== undefined && under === 'unknown' && isUnseen(look.letters, WHITE),
      isStruck: (look.strike || look.dstrike) ?? false,
      isRaised:
        own.vertAlign === undefined &&
        (ofRun.vertAlign === 'superscript' || (ofRun.vertAlign === undefined && (ofRun.position ?? 0) >= LEAST_RAISED)),
    };
  }

  /** The look of a run or a paragraph, as far as it was passed. */
  lookOf(element: XmlElement): Look {
    const look = this.#looks.get(element) ?? {};
    this.#looks.set(element, look);
    return look;
  }
}

const UNSEEN_SHAPE = /\bvisibility: ?hidden|\bdisplay: ?none/;
/** A point in the units of drawings. */
const POINT = 12_700;
