import { attributeOf, elementsNamed } from './scan-xml.ts';

export const KINDS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
export const STRICT_KINDS = 'http://purl.oclc.org/ooxml/officeDocument/relationships';

/** The parts of an office file, of which relations say what each is: programs show those, whatever their names are. */
export class PackageParts {
  protected readonly parts: Map<string, Uint8Array>;

  constructor(parts: ReadonlyMap<string, Uint8Array>) {
    this.parts = new Map(parts);
  }

  /** The text of a part of XML; of none ''. */
  text(name: string): string {
    return Buffer.from(this.parts.get(name) ?? []).toString('utf8');
  }

  /** The part that another one has as its "comments", say; '' is the package itself. */
  related(from: string, kind: string): string | undefined {
    const xml = this.text(relationsOf(from));
    for (const element of elementsNamed(xml, 'relations:Relationship')) {
      const type = attributeOf(xml, element, 'Type');
      if (type !== `${KINDS}/${kind}` && type !== `${STRICT_KINDS}/${kind}`) continue;
      const target = attributeOf(xml, element, 'Target') ?? '';
      const found = target.startsWith('/') ? target.slice(1) : `${folderOf(from)}${target}`;
      if (this.parts.has(found)) return found;
    }
    return undefined;
  }
}

/** The folder of a part, with a slash behind it. */
export function folderOf(name: string): string {
  return name.slice(0, name.lastIndexOf('/') + 1);
}

/** The part that has the relations of another one. */
export function relationsOf(name: string): string {
  return `${folderOf(name)}_rels/${name.slice(name.lastIndexOf('/') + 1)}.rels`;
}
