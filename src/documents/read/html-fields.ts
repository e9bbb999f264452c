import type { DefaultTreeAdapterTypes } from 'parse5';

type Element = DefaultTreeAdapterTypes.Element;

const FIELDS = new Set(['input', 'select', 'textarea']);
/** Inputs without words that the page shows. */
const WORDLESS = new Set('button color file hidden image password reset submit'.split(' '));

/**
 * The value that a field of a form shows, or the mark that PDF forms are read with; undefined for other elements.
 * The first choice of a list counts only where the page marks it: nobody may have chosen it.
 */
export function fieldWords(element: Element): string | undefined {
  switch (element.tagName) {
    case 'input':
      return ` ${inputWords(element)} `;
    case 'select': {
      const chosen = optionsIn(element).filter((option) => attributeOf(option, 'selected') !== undefined);
      return ` ${chosen.map(textIn).join(', ')} `;
    }
    case 'textarea':
      return ` ${textIn(element)} `;
    default:
      return undefined;
  }
}

function inputWords(input: Element): string {
  const type = attributeOf(input, 'type')?.toLowerCase() ?? 'text';
  if (type === 'checkbox' || type === 'radio') return attributeOf(input, 'checked') === undefined ? '☐' : '☒';
  return WORDLESS.has(type) ? '' : (attributeOf(input, 'value') ?? '');
}

/** True if there is a field among the nodes or below them. */
export function hasField(nodes: readonly DefaultTreeAdapterTypes.ChildNode[]): boolean {
  return nodes.some((node) => 'tagName' in node && (FIELDS.has(node.tagName) || hasField(node.childNodes)));
}

/** Choices are in groups at most. */
function optionsIn(list: Element): Element[] {
  return elementsOf(list).flatMap((one) => (one.tagName === 'optgroup' ? elementsOf(one) : [one]));
}

function elementsOf({ childNodes }: Element): Element[] {
  return childNodes.filter((node): node is Element => 'tagName' in node);
}

function textIn({ childNodes }: Element): string {
  return childNodes
    .map((node) => ('value' in node ? node.value : ''))
    .join('')
    .trim();
}

function attributeOf({ attrs }: Element, name: string): string | undefined {
  return attrs.find((one) => one.name === name)?.value;
}
