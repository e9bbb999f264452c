import type { PackageParts } from '../package-parts.ts';
import { attributesOf, scanXml } from '../scan-xml.ts';
import { isOn } from './styles.ts';

export interface SheetEntry {
  readonly name: string;
  readonly isHidden: boolean;
  /** The name of its part in the archive; '' where there is none. */
  readonly part: string;
}

export interface Workbook {
  /** In their order. */
  readonly sheets: readonly SheetEntry[];
  readonly from1904: boolean;
}

export const WORKBOOK = 'xl/workbook.xml';

export function workbookIn(all: PackageParts): Workbook {
  const targets = new Map(all.relations(WORKBOOK).map(({ id, part }) => [id, part]));
  const xml = all.text(WORKBOOK);
  const sheets: SheetEntry[] = [];
  let from1904 = false;
  scanXml(xml, {
    open: (element) => {
      const attributes = attributesOf(xml, element);
      if (element.name === 'workbookPr') from1904 = attributes.date1904 !== undefined && isOn(attributes.date1904);
      if (element.name !== 'sheet' || element.parent?.name !== 'sheets') return;
      const { name = '', state = 'visible', id = '' } = attributes;
      sheets.push({ name, isHidden: state !== 'visible', part: targets.get(id) ?? '' });
    },
  });
  return { sheets, from1904 };
}
