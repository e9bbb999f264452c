import { attributesOf, elementsNamed } from './scan-xml.ts';

interface Relation {
  readonly id: string;
  /** Such as "comments". */
  readonly kind: string;
  readonly part: string;
}

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

  /** The parts that another one names, whether the file has them or not; '' is the package itself. */
  relations(from: string): Relation[] {
    const xml = this.text(relationsOf(from));
    return elementsNamed(xml, 'relations:Relationship').map((element) => {
      const { Id: id = '', Type = '', Target = '' } = attributesOf(xml, element);
      const part = Target.startsWith('/') ? Target.slice(1) : `${folderOf(from)}${Target.replace(/^\.\//, '')}`;
      return { id, kind: Type.slice(Type.lastIndexOf('/') + 1), part };
    });
  }

  /** The part that another one has as its "comments", say. */
  related(from: string, kind: string): string | undefined {
    return this.relations(from).find((one) => one.kind === kind && this.parts.has(one.part))?.part;
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
