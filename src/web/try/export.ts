import { byId, el } from '../shared/dom.ts';

/** A request and what came of it. */
export interface Checked<Request, Response> {
  readonly request: Request;
  readonly response: Response;
}

interface ExportPart<Request, Response> {
  /** What the ids of the part's buttons begin with. */
  readonly prefix: string;
  /** Of the files, without what it ends with. */
  readonly name: string;
  /** What is shown; undefined: nothing. */
  readonly shown: () => Checked<Request, Response> | undefined;
  readonly markdown: (request: Request, response: Response) => string;
}

/** Makes the buttons save the result that is shown, as JSON or Markdown, and print it. */
export function offerExport<Request, Response>({ prefix, name, shown, markdown }: ExportPart<Request, Response>): void {
  const onClick = (button: string, act: (checked: Checked<Request, Response>) => void) =>
    byId(`${prefix}${button}`, HTMLButtonElement).addEventListener('click', () => {
      const checked = shown();
      if (checked !== undefined) act(checked);
    });
  onClick('save-json', (checked) => save(`${name}.json`, 'application/json', `${JSON.stringify(checked, null, 2)}\n`));
  onClick('save-markdown', ({ request, response }) => save(`${name}.md`, 'text/markdown', markdown(request, response)));
  onClick('print', () => print());
}

/** Nothing that is folded is left out on paper. */
export function unfoldForPrint(): void {
  addEventListener('beforeprint', () => {
    for (const fold of document.querySelectorAll<HTMLDetailsElement>('details.source')) fold.open = true;
  });
}

function save(name: string, type: string, content: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  el('a', { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}
