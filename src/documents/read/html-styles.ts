import { dividedAt, signsIn, unescaped, withoutComments } from './css-text.ts';
import { inOneLine } from './document-builder.ts';
import { attribute, type Element } from './html-nodes.ts';
import { isMatch, type Selector, selectorsIn } from './html-selectors.ts';
import { isShownOnScreens } from './media-queries.ts';

/** Declarations that change whether and how words are seen. */
export type Declarations = ReadonlyMap<string, string>;

interface Declaration {
  readonly name: string;
  readonly value: string;
  readonly isImportant: boolean;
}

interface Rule {
  readonly selector: Selector;
  readonly declarations: readonly Declaration[];
  /** Layers come before rules outside of any, which win but for important ones. */
  readonly layer: number;
  readonly order: number;
}

/** A block that is open, such as that of a rule or of "@media". */
interface Block {
  /** "" outside of rules, undefined where its rules are not applied. */
  readonly selectors: string | undefined;
  readonly layer: number;
  readonly declarations: Declaration[];
  /** The name of the animation whose steps it has. */
  readonly animation?: string;
  /** The name of the value that it defines. */
  readonly defines?: string;
}

/** Properties of the direction of writing, as those of a page that is read from the left. */
const LOGICAL: ReadonlyMap<string, string> = new Map([
  ...[['inline-size', 'width'] as const, ['block-size', 'height'] as const],
  ...[['max-inline-size', 'max-width'] as const, ['max-block-size', 'max-height'] as const],
  ...[['margin-inline-start', 'margin-left'] as const, ['margin-inline', 'margin-left'] as const],
  ...[['margin-block-start', 'margin-top'] as const, ['margin-block', 'margin-top'] as const],
  ...[
    ['inset-inline-start', 'left'] as const,
    ['inset-inline-end', 'right'] as const,
    ['inset-inline', 'left'] as const,
  ],
  ...[['inset-block-start', 'top'] as const, ['inset-block-end', 'bottom'] as const, ['inset-block', 'top'] as const],
]);
const PROPERTIES = new Set(
  (
    'display visibility content-visibility opacity filter color -webkit-text-fill-color background background-color ' +
    'background-image font font-size text-decoration text-decoration-line position left right top bottom text-indent ' +
    'clip clip-path margin margin-left margin-top transform translate scale zoom overflow overflow-x ' +
    'overflow-y height max-height width max-width vertical-align animation animation-name animation-fill-mode ' +
    'inset line-height letter-spacing padding-left initial-value'
  ).split(' '),
);
/** Properties that a shorthand sets too. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  background: ['background-color', 'background-image'],
  font: ['font-size'],
  margin: ['margin-left', 'margin-top'],
  overflow: ['overflow-x', 'overflow-y'],
  'text-decoration': ['text-decoration-line'],
};
export const MAX_RULES = 10_000;
/** Nested selectors may say many times what the page does. */
const MAX_SELECTORS = 10_000;
const NO_LAYER = Number.MAX_SAFE_INTEGER;

/** Finds the declarations of an element: those of the page's own style sheets, and its `style`. */
export class StyleSheet {
  /** Rules by what an element needs for them, so that few are tried for one. */
  readonly #rules = new Map<string, Rule[]>();
  readonly #layers = new Map<string, number>();
  /** Values that the page defines for names such as "--text". */
  readonly initial = new Map<string, string>();
  /** How animations end. */
  readonly #ends = new Map<string, readonly Declaration[]>();
  #count = 0;
  #isWhole = true;

  /** False if some rules are in other files. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** True if the look of elements is said elsewhere, or nowhere. */
  get isUnknown(): boolean {
    return !this.#isWhole || this.#count === 0;
  }

  /** True if there may be more rules than are applied. */
  get isFull(): boolean {
    return this.#count === MAX_RULES;
  }

  /** A sheet that is linked: only one in the address itself can be read. */
  link(address: string): void {
    const [all, encoding, text = ''] = DATA.exec(address) ?? [];
    if (all === undefined) this.#isWhole = false;
    else this.add(encoding === undefined ? decoded(text) : Buffer.from(text, 'base64').toString());
  }

  add(css: string, media = ''): void {
    if (!isShownOnScreens(media)) return;
    const blocks: Block[] = [];
    let words = '';
    let from = 0;
    let brackets = 0;
    const end = () => {
      const declaration = words.replace(/<!--|-->/g, ' ').trim();
      if (declaration.startsWith('@')) this.#addStatement(declaration);
      else for (const one of declarationsIn(declaration)) blocks.at(-1)?.declarations.push(one);
    };
    for (const { sign, start, end: next } of signsIn(css)) {
      if (sign === '(' || sign === '[') brackets += 1;
      else if (sign === ')' || sign === ']') brackets = Math.max(0, brackets - 1);
      else if (sign === '/*') {
        words += `${css.slice(from, start)} `;
        from = next;
      } else if (brackets === 0 && sign !== ',') {
        words += css.slice(from, start);
        if (sign === '{') blocks.push(this.#blockOf(words.replace(/<!--|-->/g, ' ').trim(), blocks.at(-1)));
        else end();
        if (sign === '}') this.#close(blocks.pop());
        words = '';
        from = next;
      }
    }
    // Blocks that are open at the end count as closed.
    words += css.slice(from);
    end();
    for (const block of blocks.reverse()) this.#close(block);
  }

  of(element: Element): Declarations {
    const own = declarationsIn(attribute(element, 'style') ?? '');
    if (this.#count === 0 && own.length === 0) return NONE;
    const classes = (attribute(element, 'class') ?? '').split(/\s+/).map((name) => `.${name}`);
    const matching = ['*', element.tagName, ...new Set(classes), `#${attribute(element, 'id') ?? ''}`]
      .flatMap((key) => this.#rules.get(key) ?? [])
      .filter(({ selector }) => isMatch(selector, element))
      .sort(
        (one, other) =>
          one.layer - other.layer || one.selector.weight - other.selector.weight || one.order - other.order,
      );
    if (matching.length === 0 && own.length === 0) return NONE;
    const found = new Map<string, string>();
    put(found, [...matching.flatMap(({ declarations }) => declarations), ...own], false);
    // The first layer wins where declarations are important.
    if (matching.some(({ layer }) => layer !== NO_LAYER)) matching.sort((one, other) => other.layer - one.layer);
    put(found, [...matching.flatMap(({ declarations }) => declarations), ...own], true);
    const animation = ANIMATION.map((name) => found.get(name) ?? '').join(' ');
    if (/\b(?:forwards|both)\b/.test(animation))
      for (const name of animation.split(/[ ,]+/)) put(found, this.#ends.get(name) ?? [], false);
    return found;
  }

  #blockOf(head: string, around: Block | undefined): Block {
    const { selectors = '', layer = NO_LAYER } = around ?? {};
    const block = { selectors, layer, declarations: [] };
    if (around?.animation !== undefined)
      return { ...block, selectors: undefined, ...(/\b(?:to|100%)/.test(head) && { animation: around.animation }) };
    if (around !== undefined && around.selectors === undefined) return { ...block, selectors: undefined };
    if (!head.startsWith('@')) return { ...block, selectors: nested(head, selectors) };
    const [name, condition] = atRule(head);
    switch (name) {
      case 'layer':
        return { ...block, layer: this.#layerOf(condition) };
      case 'media':
      case 'container':
        return isShownOnScreens(condition) ? block : { ...block, selectors: undefined };
      case 'supports':
        return /^not\b/i.test(condition) ? { ...block, selectors: undefined } : block;
      case 'scope':
        return { ...block, selectors: nested(/^\(([^()]*)\)/.exec(condition)?.[1] ?? '', selectors) };
      case 'keyframes':
      case '-webkit-keyframes':
        return { ...block, selectors: undefined, animation: condition.toLowerCase() };
      case 'property':
        return { ...block, selectors: undefined, defines: condition.toLowerCase() };
      default:
        return { ...block, selectors: undefined };
    }
  }

  #close(block: Block | undefined): void {
    const initial = block?.defines && block.declarations.find(({ name }) => name === 'initial-value')?.value;
    if (initial) this.initial.set(block.defines, initial);
    if (block?.animation !== undefined && block.declarations.length > 0)
      this.#ends.set(block.animation, block.declarations);
    if (!block?.selectors || block.declarations.length === 0) return;
    const { selectors, layer, declarations } = block;
    for (const selector of selectorsIn(selectors)) {
      if (this.#count === MAX_RULES) return;
      this.#count += 1;
      const rule = { selector, declarations, layer, order: this.#count };
      const known = this.#rules.get(selector.key);
      if (known === undefined) this.#rules.set(selector.key, [rule]);
      else known.push(rule);
    }
  }

  /** A rule without a block. */
  #addStatement(words: string): void {
    const [name, value] = atRule(words);
    if (name === 'layer') for (const layer of dividedAt(value, ',')) this.#layerOf(layer.trim());
    else if (name === 'import') this.link(/^(?:url\()?["']?([^"')]*)/i.exec(value)?.[1] ?? '');
  }

  #layerOf(name: string): number {
    const known = name === '' ? undefined : this.#layers.get(name);
    const layer = known ?? this.#layers.size;
    this.#layers.set(name === '' ? `${layer}` : name, layer);
    return layer;
  }
}

const NONE: Declarations = new Map();
const ANIMATION = ['animation', 'animation-name', 'animation-fill-mode'];

function put(found: Map<string, string>, declarations: readonly Declaration[], isImportant: boolean): void {
  for (const one of declarations) {
    if (one.isImportant !== isImportant) continue;
    for (const part of PARTS[one.name] ?? []) found.delete(part);
    found.set(one.name, one.value);
  }
}
const DATA = /^data:text\/css[^,]{0,100}?(;base64)?,(.*)$/is;

/** The name of a rule that begins with "@", and what it is about. */
function atRule(words: string): [string, string] {
  const [all = '', name = ''] = /^@([\w-]{1,40})/.exec(words) ?? [];
  return [name.toLowerCase(), words.slice(all.length).trim()];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The selectors of a rule inside another one. */
function nested(selectors: string, around: string): string | undefined {
  if (around === '') return selectors;
  const parts = dividedAt(selectors, ',').map((one) =>
    one.includes('&') ? one.replaceAll('&', `:is(${around})`) : `:is(${around}) ${one}`,
  );
  const whole = parts.join(',');
  return whole.length > MAX_SELECTORS ? undefined : whole;
}

function declarationsIn(body: string): Declaration[] {
  if (body === '') return [];
  return dividedAt(withoutComments(body), ';').flatMap((declaration) => {
    const colon = declaration.indexOf(':');
    const written = unescaped(declaration.slice(0, Math.max(0, colon)).trim()).toLowerCase();
    const name = LOGICAL.get(written) ?? written;
    if (!name.startsWith('--') && !PROPERTIES.has(name)) return [];
    const value = inOneLine(unescaped(declaration.slice(colon + 1))).toLowerCase();
    const plain = value.replace(/! ?important$/, '').trim();
    return [{ name, value: plain, isImportant: plain !== value }];
  });
}
