import { assembled, type PdfWords } from '../../../scripts/fuzz/sample-files.ts';

/** An element of a structure tree with words, or with elements in it. An "Artifact" is in no tree. */
export interface Tagged {
  readonly role: string;
  readonly words?: readonly PdfWords[];
  readonly children?: readonly Tagged[];
}

/** A tagged PDF of pages with these elements in their order, which may stand anywhere on the page. */
export function taggedPdf(pages: readonly (readonly Tagged[])[]): Buffer {
  const objects: string[] = [];
  const reserve = () => objects.push('');
  const set = (number: number, body: string) => {
    objects[number - 1] = body;
  };
  const [catalog, tree, font, root, document, parents] = Array.from({ length: 6 }, reserve) as number[];
  const pageNumbers: number[] = [];
  const elements: number[] = [];
  const owners: number[][] = [];
  for (const [i, nodes] of pages.entries()) {
    const [page, content] = [reserve(), reserve()];
    pageNumbers.push(page);
    owners.push([]);
    const stream: string[] = [];
    const add = ({ role, words = [], children = [] }: Tagged, parent: number): number | undefined => {
      const shown = words
        .map(({ x, y, text, size = 10 }) => `BT /F1 ${size} Tf ${x} ${y} Td (${text}) Tj ET`)
        .join(' ');
      if (role === 'Artifact') {
        stream.push(`/Artifact BMC ${shown} EMC`);
        return undefined;
      }
      const element = reserve();
      const kids = children.map((child) => add(child, element)).filter((kid) => kid !== undefined);
      const marks: number[] = [];
      if (shown !== '') {
        marks.push(owners[i]!.push(element) - 1);
        stream.push(`/${role} << /MCID ${marks[0]} >> BDC ${shown} EMC`);
      }
      const all = [...marks, ...kids.map((kid) => `${kid} 0 R`)].join(' ');
      set(element, `<< /Type /StructElem /S /${role} /P ${parent} 0 R /Pg ${page} 0 R /K [${all}] >>`);
      return element;
    };
    for (const node of nodes) {
      const element = add(node, document!);
      if (element !== undefined) elements.push(element);
    }
    const text = stream.join('\n');
    set(content, `<< /Length ${text.length} >>\nstream\n${text}\nendstream`);
    set(
      page,
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 600 800] /StructParents ${i} /Contents ${content} 0 R /Resources << /Font << /F1 ${font} 0 R >> >> >>`,
    );
  }
  const references = (numbers: readonly number[]) => `[${numbers.map((number) => `${number} 0 R`).join(' ')}]`;
  set(catalog!, `<< /Type /Catalog /Pages ${tree} 0 R /MarkInfo << /Marked true >> /StructTreeRoot ${root} 0 R >>`);
  set(tree!, `<< /Type /Pages /Kids ${references(pageNumbers)} /Count ${pages.length} >>`);
  set(font!, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  set(root!, `<< /Type /StructTreeRoot /K ${document} 0 R /ParentTree ${parents} 0 R >>`);
  set(document!, `<< /Type /StructElem /S /Document /P ${root} 0 R /K ${references(elements)} >>`);
  set(parents!, `<< /Nums [${owners.map((own, i) => `${i} ${references(own)}`).join(' ')}] >>`);
  return assembled(objects);
}
