import type { DocumentBuilder } from '../document-builder.ts';
import { gridOf } from '../table-grid.ts';
import type { PlacedLine } from './page-lines.ts';

/** Adds the rows of a tagged table, whose cells are known; those of its head appear on each page. */
export function addTaggedTable(lines: readonly PlacedLine[], builder: DocumentBuilder): void {
  const [first] = lines;
  const rows = lines.filter(({ text, page }) => text !== first!.text || page === first!.page);
  const single = rows.findIndex(({ cells }) => cells!.length > 1);
  const written = ({ text, page, line }: PlacedLine) => ({ text, lines: [{ start: 0, page, line }] });
  for (const row of single < 0 ? rows : rows.slice(0, single)) builder.paragraph(written(row));
  if (single < 0) return;
  const grid = gridOf(
    rows.slice(single).map(({ cells }, line) => ({
      cells: cells!.map((cell) => ({ ...cell, columns: 1, rows: 1 })),
      isHead: false,
      line,
    })),
    false,
    builder,
  );
  builder.table(
    grid.names,
    grid.rows.map(({ cells }) => cells),
    grid.rows.map(({ line }) => {
      const { page, line: number } = rows[single + line!]!;
      return { start: 0, page, line: number };
    }),
  );
}
