/** A node of the structure tree of a page, as pdf.js returns it. */
export interface StructureNode {
  readonly role?: string;
  readonly children?: readonly StructureNode[];
  readonly type?: string;
  readonly id?: string;
}

export interface TaggedCell {
  readonly ids: readonly string[];
  readonly isName: boolean;
}

/** A part of a page by its tag. "text" is outside of all paragraphs, such as that of a `div` in HTML. */
export interface TaggedBlock {
  readonly role: 'heading' | 'paragraph' | 'item' | 'footnote' | 'contents' | 'table' | 'text';
  /** Level of a heading or nesting of an item, from 1; otherwise 0. */
  readonly level: number;
  /** The marked content of the page that it consists of, in order. */
  readonly ids: string[];
  /** The rows of a table. */
  readonly rows: readonly (readonly TaggedCell[])[];
  /** The first paragraph of an item was met. */
  hasParagraph?: boolean;
}

const HEADING = /^(?:H([1-6])|H|Title)$/;
/** Parts of a line or of an item, which begin no block. */
const INLINE = new Set(
  'Span Link Em Strong Sub Quote Code Reference Annot BibEntry Ruby RB RT RP Warichu Lbl LBody NonStruct Private Form'.split(
    ' ',
  ),
);
const NOTES = new Set(['Note', 'FENote']);
const GROUPS = new Set(['Root', 'Document', 'DocumentFragment', 'Part', 'Art', 'Sect', 'Div', 'Aside', 'L', 'Index']);
const MAX_DEPTH = 100;

/** The blocks of a page in the order in which its author has them read. */
export function blocksOfTree(root: StructureNode): TaggedBlock[] {
  const blocks: TaggedBlock[] = [];
  const begin = (role: TaggedBlock['role'], level = 0, rows: TaggedBlock['rows'] = []) => {
    const block: TaggedBlock = { role, level, ids: [], rows };
    blocks.push(block);
    return block;
  };
  /** Returns the block that words right after the node belong to. */
  const walk = (node: StructureNode, around: TaggedBlock | undefined, lists: number, depth: number) => {
    let current = around;
    for (const child of depth < MAX_DEPTH ? (node.children ?? []) : []) {
      const { role } = child;
      if (role === undefined) {
        if (child.type !== 'content' || child.id === undefined) continue;
        current ??= begin('text');
        current.ids.push(child.id);
      } else if (role === 'Artifact') continue;
      else if (INLINE.has(role)) current = walk(child, current, lists, depth + 1);
      else {
        if (role === 'Table') begin('table', 0, rowsOf(child, 0));
        else walk(child, blockOf(role, current, lists, begin), role === 'L' ? lists + 1 : lists, depth + 1);
        if (current?.role === 'text') current = undefined;
      }
    }
    return current;
  };
  walk(root, undefined, 0, 0);
  return blocks.filter(({ ids, rows }) => ids.length > 0 || rows.length > 0);
}

/** The first paragraph of an item, of a note or of contents is its text. */
function blockOf(
  role: string,
  current: TaggedBlock | undefined,
  lists: number,
  begin: (role: TaggedBlock['role'], level?: number) => TaggedBlock,
): TaggedBlock | undefined {
  if (GROUPS.has(role)) return undefined;
  if (role === 'LI') return begin('item', Math.max(1, lists));
  if (role === 'TOC' || role === 'TOCI') return begin('contents');
  if (NOTES.has(role)) return begin('footnote');
  const [isHeading, level = '1'] = HEADING.exec(role) ?? [];
  if (isHeading !== undefined) return begin('heading', Number(level));
  if (current?.role === 'contents' || (current?.role === 'footnote' && role === 'P')) return current;
  if (current?.role === 'item' && role === 'P' && current.hasParagraph !== true) {
    current.hasParagraph = true;
    return current;
  }
  return begin('paragraph');
}

function rowsOf(node: StructureNode, depth: number): TaggedCell[][] {
  if (depth > MAX_DEPTH) return [];
  return (node.children ?? []).flatMap((child) => {
    if (child.role === 'TR') {
      const cells = (child.children ?? []).filter(({ role }) => role === 'TD' || role === 'TH');
      return [cells.map((cell) => ({ ids: idsIn(cell, 0), isName: cell.role === 'TH' }))];
    }
    if (child.role === 'Caption') return [[{ ids: idsIn(child, 0), isName: false }]];
    return rowsOf(child, depth + 1);
  });
}

function idsIn(node: StructureNode, depth: number): string[] {
  if (depth > MAX_DEPTH || node.role === 'Artifact') return [];
  if (node.type === 'content' && node.id !== undefined) return [node.id];
  return (node.children ?? []).flatMap((child) => idsIn(child, depth + 1));
}
