export type Child = Node | string;

/** A new element with attributes (`true` for one without a value, `undefined` for none) and children. */
export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string | true | undefined>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children);
  return element;
}

export function countText(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: 0 });
}

export function labelled(text: string, control: HTMLElement): HTMLDivElement {
  return el('div', {}, el('label', { for: control.id }, text), control);
}

/** The page's element with that id. Throws when it is missing or of another kind, as page and script then differ. */
export function byId<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`Expected #${id} to be a ${kind.name}. This is a bug.`);
  return element;
}

export function show(element: HTMLElement, visible: boolean): void {
  element.hidden = !visible;
}

/** True if the text was copied: browsers deny the clipboard to pages served neither over TLS nor from localhost. */
export async function toClipboard(text: string): Promise<boolean> {
  if (navigator.clipboard === undefined) return false;
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}

/** True if the window is narrow enough for the one-column layout of the style sheets. */
export function isNarrow(): boolean {
  return matchMedia('(max-width: 46rem)').matches;
}

/** Scrolls a box to what is in it, where that is out of sight; the page itself does not scroll. */
export function scrollWithin(box: HTMLElement, inside: Element | null): void {
  if (inside === null) return;
  const [outer, inner] = [box.getBoundingClientRect(), inside.getBoundingClientRect()];
  if (inner.top < outer.top || inner.bottom > outer.bottom) box.scrollTop += inner.top - outer.top - 24;
}

export function buttonOf(
  text: string,
  onClick: () => unknown,
  attributes: Readonly<Record<string, string | undefined>> = {},
): HTMLButtonElement {
  const button = el('button', { type: 'button', ...attributes }, text);
  button.addEventListener('click', onClick);
  return button;
}

/** A form that the page handles itself; a second click while `onSubmit` works does nothing. */
export function formOf(
  onSubmit: () => unknown,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly Child[]
): HTMLFormElement {
  const form = el('form', attributes, ...children);
  let isWorking = false;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (isWorking) return;
    isWorking = true;
    try {
      await onSubmit();
    } finally {
      isWorking = false;
    }
  });
  return form;
}

export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  el('a', { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}
