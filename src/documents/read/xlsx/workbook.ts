import { attributesOf, scanXml } from '../scan-xml.ts';
import { isOn } from './styles.ts';

export interface SheetEntry {
  readonly name: string;
  readonly isHidden: boolean;
  /** The name of its part in the archive; undefined where there is none. */
  readonly part: string | undefined;
}

export interface Workbook {
  readonly sheets: readonly SheetEntry[];
  readonly from1904: boolean;
  /** Parts of one kind each, such as "styles". */
  readonly partOf: (kind: string) => string | undefined;
}

const MAIN = 'xl/workbook.xml';
const RELATIONS = 'xl/_rels/workbook.xml.rels';

/** The sheets in their order, with their parts. */
export function workbookIn(textOf: (part: string) => string | undefined): Workbook {
  const targets = new Map<string, string>();
  const kinds = new Map<string, string>();
  const relations = textOf(RELATIONS) ?? '';
  scanXml(relations, {
    open: (element) => {
      const { Id, Target, Type = '' } = attributesOf(relations, element);
      if (Id === undefined || Target === undefined) return;
      const part = Target.startsWith('/') ? Target.slice(1) : `xl/${Target.replace(/^\.\//, '')}`;
      targets.set(Id, part);
      kinds.set(Type.slice(Type.lastIndexOf('/') + 1), part);
    },
  });
  const xml = textOf(MAIN) ?? '';
  const sheets: SheetEntry[] = [];
  let from1904 = false;
  scanXml(xml, {
    open: (element) => {
      const attributes = attributesOf(xml, element);
      if (element.name === 'workbookPr') from1904 = attributes.date1904 !== undefined && isOn(attributes.date1904);
      if (element.name !== 'sheet' || element.parent?.name !== 'sheets') return;
      const { name = '', state = 'visible', id = '' } = attributes;
      sheets.push({ name, isHidden: state !== 'visible', part: targets.get(id) });
    },
  });
  return { sheets, from1904, partOf: (kind) => kinds.get(kind) };
}
