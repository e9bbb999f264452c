import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { footnote, makeDocx, p, run, table, zipped } from '../../../scripts/fuzz/sample-files.ts';
import { commentDocx } from '../../../src/documents/comments/comment-docx.ts';
import { readBytes } from '../../../src/documents/read/read-bytes.ts';
import { commented, FACTS, opened } from '../support/commented.ts';

const bold = (text: string) => `<w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const bare = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;
const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

async function wordsOfRanges(body: string, others = {}) {
  return Object.values((await commented(makeDocx(body, others))).ranges);
}

describe('the range of a comment', () => {
  it('goes over several runs, with the signs that open and close the sentence', async () => {
    const body = `<w:p>${run('Acme has ')}${bold('two')}${run(' plants')}${bold('.')}${run(' “The one in Lyon &amp; Graz” (€5). It')}${run(' may close!')}</w:p>`;
    expect(await wordsOfRanges(body)).toEqual([
      'Acme has two plants.',
      '“The one in Lyon &amp; Graz” (€5).',
      'It may close!',
    ]);
  });

  it('divides a run by what it puts in, and changes nothing else', async () => {
    const docx = makeDocx(p('One stays. Two goes.'));
    const { main } = await commented(docx, 'Two');
    const text = (words: string) => `<w:r><w:t xml:space="preserve">${words}</w:t></w:r>`;
    expect(main).toContain(
      `<w:p>${text('One stays. ')}<w:commentRangeStart w:id="0"/>${text('Two goes.')}<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r></w:p>`,
    );
    const before = Buffer.from(unzipSync(docx)['word/document.xml']!).toString();
    const without = main
      .replace(/<w:comment(?:RangeStart|RangeEnd|Reference) w:id="0"\/>/g, '')
      .replace('<w:r></w:r>', '')
      .replace('</w:t></w:r><w:r><w:t xml:space="preserve">', '');
    expect(without).toBe(before);
  });

  it('repeats the properties of a run that it divides, and keeps its white space', async () => {
    const { main } = await commented(makeDocx(`<w:p>${bold('One. Two.')}</w:p><w:p>${bare('Three. Four.')}</w:p>`));
    expect(main).toContain('One.</w:t></w:r>');
    expect(main.match(/<w:r><w:rPr><w:b\/><\/w:rPr><w:t xml:space="preserve">/g)).toHaveLength(3);
    expect(main).toContain('<w:t xml:space="preserve">Three.</w:t></w:r>');
  });

  it('takes a whole run where dividing it would change white space', async () => {
    expect(await wordsOfRanges(`<w:p>${bare(' Three. Four. ')}</w:p>`)).toEqual([' Three. Four. ', ' Three. Four. ']);
  });

  it('begins and ends in insertions and links, and goes around content controls', async () => {
    const body =
      `<w:p>${run('First. ')}<w:ins w:id="7" w:author="A">${run('Graz was added. It is')}</w:ins><w:del w:id="8" w:author="A"><w:r><w:delText>Old. Words</w:delText></w:r></w:del>${run(' small.')}</w:p>` +
      `<w:p>${run('See ')}<w:hyperlink w:anchor="x">${run('Lyon. It names')}</w:hyperlink>${run(' all.')}</w:p>` +
      `<w:p><w:sdt><w:sdtPr/><w:sdtContent>${run('In a control. Also there.')}</w:sdtContent></w:sdt>${run(' Behind it.')}</w:p>`;
    expect(await wordsOfRanges(body)).toEqual([
      ...['First.', 'Graz was added.', 'It is small.', 'See Lyon.', 'It names all.'],
      ...['In a control. Also there.', 'In a control. Also there.', 'Behind it.'],
    ]);
  });

  it('finds items, cells, rows of cells that span rows, and equal sentences each in its place', async () => {
    const spanning = (mark: string, year: string) =>
      `<w:tr><w:tc><w:tcPr><w:vMerge${mark}/></w:tcPr>${mark === '' ? '<w:p/>' : p('North')}</w:tc><w:tc>${p(year)}</w:tc></w:tr>`;
    const body =
      p('It closed.') +
      table([
        ['Plant', 'Opened'],
        ['Lyon', '2014'],
      ]) +
      p('It closed.') +
      `<w:tbl>${spanning(' w:val="restart"', '10 million in 2020')}${spanning('', '12 million in 2021')}</w:tbl>`;
    expect(await wordsOfRanges(body)).toEqual([
      ...['It closed.', 'PlantOpened', 'Lyon2014', 'It closed.', 'North10 million in 2020', '12 million in 2021'],
    ]);
    const { main } = await commented(makeDocx(p('It closed.') + p('Between.') + p('It closed.')));
    expect([...main.matchAll(/<w:commentRangeStart w:id="(\d)"\/>/g)].map(([, id]) => id)).toEqual(['0', '1', '2']);
  });

  it('is at the mark of a footnote and at the run of a text box', async () => {
    const box = `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:anchor><a:graphic><a:graphicData><wps:wsp><wps:txbx><w:txbxContent>${p('In a box.')}</w:txbxContent></wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></mc:Choice></mc:AlternateContent></w:r>`;
    const body = `<w:p>${run('Two plants')}<w:r><w:footnoteReference w:id="2"/></w:r>${run('.')}</w:p><w:p>${box}${run('Beside it.')}</w:p>`;
    const { main, ranges } = await commented(makeDocx(body, footnote('Without Graz.')));
    expect(ranges).toEqual({ 0: 'Two plants.', 1: 'Beside it.', 2: 'In a box.', 3: '' });
    expect(main).toMatch(/<w:commentRangeStart w:id="3"\/><w:r><w:footnoteReference/);
    expect(main).toMatch(/<w:txbxContent><w:p><w:r>/);
  });

  it('ends before another begins at the same place, and passes over words that are struck out', async () => {
    const beside = await commented(makeDocx(`<w:p>${bare(' One stays. ')}${bare(' Two goes. ')}</w:p>`));
    expect(beside.main).toMatch(/<w:commentRangeEnd w:id="0"\/>.*<w:commentRangeStart w:id="1"\/>/);
    const struck = '<w:r><w:rPr><w:strike/></w:rPr><w:t xml:space="preserve">three </w:t></w:r>';
    const { atParagraph, ranges } = await commented(
      makeDocx(`<w:p>${run('Acme has ')}${struck}${run('two plants. It may close.')}</w:p>`),
    );
    expect([atParagraph, ...Object.values(ranges)]).toEqual([0, 'Acme has three two plants.', 'It may close.']);
  });

  it('of a text box is not at a paragraph below that has the same words', async () => {
    const box = `<w:r><w:pict><v:shape><v:textbox><w:txbxContent>${p('It closed.')}</w:txbxContent></v:textbox></v:shape></w:pict></w:r>`;
    const body = `<w:p>${box}${run('Beside it.')}</w:p>${p('So it was.')}${p('It closed.')}`;
    const { main } = await commented(makeDocx(body));
    expect([...main.matchAll(/<w:commentRangeStart w:id="(\d)"\/>/g)].map(([, id]) => id)).toEqual([
      '1',
      '0',
      '2',
      '3',
    ]);
  });

  it('is the paragraph of a sentence that is not found in the file', async () => {
    const docx = makeDocx(p('Before it.') + p('What stands here.') + p('After it.'));
    const { body: draft } = await readBytes('a.docx', docx);
    const text = draft.text.replace('What stands', 'Other words');
    const shift = 'Before it.\n\n'.length;
    const comments = [{ start: shift, end: shift + 'Other words here.'.length, paragraphs: ['Not found'] }];
    const made = await commentDocx(docx, { ...FACTS, draft: { ...draft, text }, comments });
    expect(made.atParagraph).toBe(1);
    expect(opened(made.bytes).ranges).toEqual({ 0: 'What stands here.' });
  });
});

describe('the package', () => {
  it('gets a part of comments with relation and content type, its other parts stay as they are', async () => {
    const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 255]);
    const others = { 'word/media/a.png': picture, 'word/styles.xml': `<w:styles xmlns:w="${W}"/>` };
    const docx = makeDocx(p('Acme has two plants.'), others);
    const before = unzipSync(docx);
    const { parts, comments } = await commented(docx);
    const changed = ['[Content_Types].xml', 'word/document.xml'];
    expect(Object.keys(parts).sort()).toEqual(
      [...Object.keys(before), 'word/_rels/document.xml.rels', 'word/comments.xml'].sort(),
    );
    for (const name of Object.keys(before)) if (!changed.includes(name)) expect(parts[name]).toEqual(before[name]);
    expect(Buffer.from(parts['word/_rels/document.xml.rels']!).toString()).toContain(
      '<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments" Target="comments.xml"/></Relationships>',
    );
    expect(Buffer.from(parts['[Content_Types].xml']!).toString()).toContain(
      '<Override PartName="/word/comments.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml"/></Types>',
    );
    expect(comments).toContain(
      '<w:comment w:id="0" w:author="claim-verifier" w:date="2026-03-02T10:00:00Z" w:initials="CV"><w:p><w:r><w:annotationRef/></w:r><w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">Acme has two plants.</w:t></w:r></w:p></w:comment></w:comments>',
    );
  });

  it('keeps the comments that it has, and gives numbers that none of them has', async () => {
    const had = '<w:comment w:id="0" w:author="Ann"><w:p><w:r><w:t>Sure?</w:t></w:r></w:p></w:comment>';
    const relation = footnote('Note.')['word/_rels/document.xml.rels']!.replaceAll('footnotes', 'comments');
    const body = `<w:p><w:commentRangeStart w:id="0"/>${run('Acme has two plants.')}<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r></w:p>`;
    const others = {
      'word/_rels/document.xml.rels': relation,
      'word/comments.xml': `<w:comments xmlns:w="${W}">${had}</w:comments>`,
    };
    const docx = makeDocx(body, others);
    const { parts, comments, ranges } = await commented(docx);
    expect(comments.startsWith(`<w:comments xmlns:w="${W}">${had}<w:comment w:id="1"`)).toBe(true);
    expect(ranges).toEqual({ 0: 'Acme has two plants.', 1: 'Acme has two plants.' });
    expect(parts['word/_rels/document.xml.rels']).toEqual(unzipSync(docx)['word/_rels/document.xml.rels']);
  });

  it('writes in the prefix that the file has, and declares one where it has none', async () => {
    const parts = unzipSync(makeDocx(p('Acme has two plants. It may close.')));
    const main = Buffer.from(parts['word/document.xml']!).toString();
    const withPrefix = (prefix: string) =>
      main
        .replace('xmlns:w=', prefix === '' ? `xmlns="${W}" xmlns:x=` : `xmlns:${prefix}=`)
        .replaceAll(/(<\/?)w:/g, prefix === '' ? '$1' : `$1${prefix}:`);
    const others = await commented(zipped({ ...parts, 'word/document.xml': withPrefix('ns0') }));
    expect(others.main).toContain('<ns0:commentRangeStart ns0:id="0"/><ns0:r>');
    const none = await commented(zipped({ ...parts, 'word/document.xml': withPrefix('') }));
    expect(none.main).toContain(`<w:commentRangeStart xmlns:w="${W}" w:id="0"/><r>`);
    expect(Object.values(none.ranges)).toEqual(['Acme has two plants.', 'It may close.']);
  });

  it('writes any characters of a comment as XML can hold them', async () => {
    const docx = makeDocx(p('Acme.'));
    const { body: draft } = await readBytes('a.docx', docx);
    const comments = [{ start: 0, end: 5, paragraphs: ['a < b & "c" > d\u0001\ud800\uffff\ne 😀'] }];
    const { bytes } = await commentDocx(docx, { ...FACTS, draft, comments });
    expect(opened(bytes).comments).toContain('>a &lt; b &amp; &quot;c&quot; &gt; d    e 😀</w:t>');
  });

  it.each([
    ['<w:p><w:r><w:t>Acme.</w:t></w:p></w:r>', 'has XML that is not well formed, at character'],
    ['<w:p a="1><w:r/></w:p>', 'has XML that is not well formed, at character'],
  ])('of %s is refused', async (body, reason) => {
    const draft = { text: 'Acme.', blocks: [] };
    const comments = [{ start: 0, end: 5, paragraphs: ['x'] }];
    await expect(commentDocx(makeDocx(body), { ...FACTS, draft, comments })).rejects.toThrow(reason);
  });
});

describe("the files of mammoth's tests", () => {
  const folder = join(dirname(createRequire(import.meta.url).resolve('mammoth/package.json')), 'test/test-data');
  const WITHOUT_TEXT = ['empty', 'external-picture', 'tiny-picture', 'tiny-picture-target-base-relative'];
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.docx'))
    .filter((name) => !WITHOUT_TEXT.includes(name.slice(0, -'.docx'.length)));

  it.each(names)('%s has every comment at its words, and reads the same', async (name) => {
    const { bytes, draft, comments, atParagraph, ranges } = await commented(readFileSync(join(folder, name)));
    expect(comments).not.toBe('');
    expect([atParagraph, Object.keys(ranges).length > 0]).toEqual([0, true]);
    expect((await readBytes(name, Buffer.from(bytes))).body.text).toBe(draft.text);
  });
});
