import { describe, expect, it } from 'vitest';
import { footnote, makeDocx, makeXlsx, p, run, table, zipped } from '../../../scripts/fuzz/sample-files.ts';
import { readBytes } from '../../../src/documents/read/read-bytes.ts';
import { blocksOf } from '../support/blocks.ts';

async function blocks(name: string, content: string | Buffer) {
  return blocksOf((await readBytes(name, Buffer.from(content))).body);
}

describe('docx', () => {
  it('gives headings, items, and cells of tables under the names of their columns', async () => {
    const body =
      p('Annual report', 'Title') +
      p('Plants', 'Heading2') +
      p('Acme has two plants.') +
      table([
        ['Plant', 'Opened'],
        ['Lyon', '2014'],
        ['Graz', '2019'],
      ]);
    const { format, body: read } = await readBytes('report.docx', makeDocx(body));
    expect(format).toBe('docx');
    expect(read.text).toBe(
      '# Annual report\n\n## Plants\n\nAcme has two plants.\n\n| Plant | Opened |\n| --- | --- |\n| Lyon | 2014 |\n| Graz | 2019 |',
    );
    expect(read.blocks.map(({ kind, under }) => [kind, under])).toEqual([
      ['heading', -1],
      ['heading', 0],
      ['paragraph', 1],
      ['head', 1],
      ['row', 1],
      ['row', 1],
    ]);
  });

  it('has the accepted text only: insertions and moved words, no deletions, comments or marks of footnotes', async () => {
    const body =
      `<w:p>${run('Acme opened ')}<w:ins w:id="1" w:author="A">${run('two')}</w:ins>` +
      `<w:del w:id="2" w:author="A"><w:r><w:delText>three</w:delText></w:r></w:del>` +
      `<w:moveTo w:id="3">${run(' plants')}</w:moveTo><w:moveFrom w:id="4">${run(' shops')}</w:moveFrom>` +
      `${run('.')}<w:r><w:commentReference w:id="0"/></w:r><w:r><w:footnoteReference w:id="2"/></w:r></w:p>`;
    expect(await blocks('report.docx', makeDocx(body, footnote('Without the one in Graz.')))).toEqual([
      'paragraph: Acme opened two plants.',
      'footnote: Without the one in Graz.',
    ]);
  });

  it('reads text boxes', async () => {
    const box = `<w:p><w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:anchor><a:graphic><a:graphicData><wps:wsp><wps:txbx><w:txbxContent>${p('In a box.')}</w:txbxContent></wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></mc:Choice><mc:Fallback><w:pict><v:shape><v:textbox><w:txbxContent>${p('In a box.')}</w:txbxContent></v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>`;
    expect(await blocks('report.docx', makeDocx(p('Before.') + box))).toContain('paragraph: In a box.');
  });
});

describe('html', () => {
  it('leaves out what surrounds the text and what is hidden', async () => {
    const page = `<title>Acme</title><nav>Home</nav><header><h1>Plants</h1><p>Log in</p></header><main><p>Acme has
      two plants.</p><p hidden>Not shown.</p><p style="color:red; display: none">Nor this.</p><script>x()</script>
      <div aria-hidden="true">Nor that.</div></main><aside>Advert</aside><footer>Imprint</footer>`;
    expect(await blocks('plants.html', page)).toEqual(['heading 1: Plants', 'paragraph: Acme has two plants.']);
  });

  it('reads the header, footer and sidebars of an article', async () => {
    const article =
      '<article><header><p>By Ann.</p></header><p>Two.</p><aside>Three.</aside><footer>Four.</footer></article>';
    expect(await blocks('plants.html', article)).toEqual(
      ['By Ann.', 'Two.', 'Three.', 'Four.'].map((text) => `paragraph: ${text}`),
    );
  });

  it.each([
    ['<label>Owner: <input value="Ann Berg"></label>', 'Owner: Ann Berg'],
    ['<label>Staff</label><input type=number value=350>', 'Staff 350'],
    ['<input type=radio checked>Yes <input type=radio>No', '☒ Yes ☐ No'],
    ['Seat: <select><option>Ulm<optgroup><option selected>Lyon</optgroup></select>', 'Seat: Lyon'],
    ['Seat: <select><option>Ulm<option>Lyon</select>', 'Seat:'],
    ['Note: <textarea>\nOne.\nTwo.</textarea>', 'Note: One.\nTwo.'],
    ['Key: <input type=password value=1><input type=hidden value=2><input type=submit value=Send>', 'Key:'],
    ['<table><tr><td>Owner<td><input value=Ann><tr><td>Seat<td><input value=Lyon></table>', 'Owner: Ann\n\nSeat: Lyon'],
  ])('reads the fields of a form: %s', async (page, text) => {
    expect((await readBytes('a.html', Buffer.from(page))).body.text).toBe(text);
  });

  it.each([
    '<math><mi>x</mi></math>',
    '<svg><text>Lyon</text></svg>',
    '<iframe src="plants.html"></iframe>',
    '<object data="plants.pdf"></object>',
  ])('names what is shown and not read: %s', async (element) => {
    expect((await readBytes('a.html', Buffer.from(`<p>Two.</p>${element}`))).body.notes).toHaveLength(1);
    expect((await readBytes('a.html', Buffer.from(`<p>Two.</p><div hidden>${element}</div>`))).body.text).toBe('Two.');
  });

  it('calls a page without a heading by its title', async () => {
    expect(await blocks('plants.html', '<title>Plants</title><p>Two.</p>')).toEqual([
      'heading 1: Plants',
      'paragraph: Two.',
    ]);
  });

  it('reads nested and numbered lists, definitions, quoted words and lines that stand as they are', async () => {
    const page =
      '<ul><li>One<ol><li>First</li><li>Second</li></ol></li><li>Two</li></ul>' +
      '<dl><dt>Lyon</dt><dd>Opened in 2014.</dd><dd>Closed in 2020.</dd></dl><p>She said <q>yes</q>.</p><pre>a\n  b</pre>';
    expect((await readBytes('a.html', Buffer.from(page))).body.text).toBe(
      '- One\n  1. First\n  2. Second\n- Two\n\nLyon: Opened in 2014.\n\nLyon: Closed in 2020.\n\nShe said “yes”.\n\na\n  b',
    );
  });

  it('puts a cell that spans rows into each of them, and names of two rows into one', async () => {
    const page =
      '<table><tr><th rowspan=2>Plant</th><th colspan=2>Staff</th></tr><tr><th>2020</th><th>2021</th></tr>' +
      '<tr><td rowspan=2>Lyon</td><td>10</td><td>12</td></tr><tr><td>11</td><td>13</td></tr></table>';
    expect(await blocks('a.html', page)).toEqual([
      'head: | Plant | Staff 2020 | Staff 2021 |\n| --- | --- | --- |',
      'row: | Lyon | 10 | 12 |',
      'row: | Lyon | 11 | 13 |',
    ]);
  });

  it('reads a table of names and values as such, and one for the layout as its cells', async () => {
    const box = '<table><tr><th>Founded</th><td>1998</td></tr><tr><th>Staff</th><td>350</td></tr></table>';
    expect(await blocks('a.html', `<table><tr><td>${box}</td><td><p>Acme makes valves.</p></td></tr></table>`)).toEqual(
      ['paragraph: Founded: 1998', 'paragraph: Staff: 350', 'paragraph: Acme makes valves.'],
    );
  });

  it.each([
    [
      '<div role=row><b role=columnheader>Pump</b><b role=columnheader>Year</b></div><div role=row><i role=cell>Delta</i><i role=cell>2018</i></div>',
      'role=table',
    ],
    ['<p><span>Pump</span><span>Year</span></p><p><span>Delta</span><span>2018</span></p>', 'class=t'],
  ])('reads a table that roles or styles make: %s', async (rows, attributes) => {
    const styles = '<style>.t { display: table } .t > p { display: table-row } .t span { display: table-cell }</style>';
    expect(await blocks('a.html', `${styles}<div ${attributes}>${rows}</div>`)).toEqual([
      'head: | Pump | Year |\n| --- | --- |',
      'row: | Delta | 2018 |',
    ]);
  });

  it('reads a table with tables in its cells, and rows over all columns of a table of facts', async () => {
    const inner = '<table><tr><td>Saw<td>4</table>';
    const page = `<table><tr><td>Shop<td>Machines<tr><td>Joinery<td>${inner}<tr><td>Forge<td>none</table>`;
    expect(await blocks('a.html', page)).toEqual([
      'head: | Shop | Machines |\n| --- | --- |',
      'row: | Joinery | Saw 4 |',
      'row: | Forge | none |',
    ]);
    const facts =
      '<table><tr><th colspan=2>Keep<tr><td colspan=2>In 2019<tr><th>Height<td>31 m<tr><th>Built<td>1288</table>';
    expect((await blocks('a.html', facts)).slice(1)).toEqual(
      ['In 2019', 'Height: 31 m', 'Built: 1288'].map((text) => `paragraph: ${text}`),
    );
  });

  it.each([
    [
      '<dt>Mon<dd><p>8 to 12</p><p>14 to 18</p><dt>Fri:<dd><ul><li>9 to 13</ul>',
      ['paragraph: Mon: 8 to 12', 'paragraph: Mon: 14 to 18', 'item 1: Fri: 9 to 13'],
    ],
    [
      '<div><dt>Width<dd>140 cm</div><div><dt>Staff<dd><table><tr><td>Lyon<td>350<td>2</table></div>',
      ['paragraph: Width: 140 cm', 'paragraph: Staff:', 'row: | Lyon | 350 | 2 |'],
    ],
    [
      '<dt>Shaft<dt>Harness<dd>A frame.<dt>Reed',
      ['paragraph: Shaft:', 'paragraph: Harness: A frame.', 'paragraph: Reed:'],
    ],
    [
      '<dt>Lyon<dd>Old.<dl><dt>Staff<dd>350</dl><dd>Large.',
      ['paragraph: Lyon: Old.', 'paragraph: Staff: 350', 'paragraph: Lyon: Large.'],
    ],
  ])('keeps each block of a definition with its name: %s', async (list, expected) => {
    expect(await blocks('a.html', `<dl>${list}</dl>`)).toEqual(expected);
  });

  const card = (...texts: string[]) => `<div>${texts.map((text) => `<p>${text}</p>`).join('')}</div>`;
  it.each([
    [card('Founded', '1911') + card('2,460', 'Members'), ['paragraph: Founded: 1911', 'paragraph: Members: 2,460']],
    [
      card('It is old.', 'It is red.') + card('A', 'B'),
      ['It is old.', 'It is red.', 'A', 'B'].map((text) => `paragraph: ${text}`),
    ],
    [
      card('Delta', '45 l/s', '2018') + card('Kite', '12 l/s', '1999') + card('Orm', '9 l/s', '2020'),
      ['row: | Delta | 45 l/s | 2018 |', 'row: | Kite | 12 l/s | 1999 |', 'row: | Orm | 9 l/s | 2020 |'],
    ],
    ['<span class=role>Treasurer</span><span>Rosa Quell</span>', ['paragraph: Treasurer Rosa Quell']],
    [
      '<p><b>H</b><span>ello</span> <span style="color:red">un</span><span>done</span></p>',
      ['paragraph: Hello undone'],
    ],
    [
      '<style>.f { display: flex } .c { display: block }</style><p class=f><i>One</i><i>two</i></p><p><i class=c>One</i><i class=c>two</i></p>',
      ['paragraph: One two', 'paragraph: One', 'paragraph: two'],
    ],
  ])('keeps a label with its value: %s', async (page, expected) => {
    expect(await blocks('a.html', `<div>${page}</div>`)).toEqual(expected);
  });

  it('takes bold cells for names where none are marked', async () => {
    const page = (...rows: string[]) => `<table>${rows.map((cells) => `<tr>${cells}</tr>`).join('')}</table>`;
    const [bold, plain] = [(text: string) => `<td><p><b>${text}</b></p></td>`, (text: string) => `<td>${text}</td>`];
    const facts = page(bold('Seat') + plain('Oslo'), bold('Staff') + plain('350'));
    expect(await blocks('a.html', facts)).toEqual(['paragraph: Seat: Oslo', 'paragraph: Staff: 350']);
    const plants = page(bold('Plant') + bold('Owner'), plain('Lyon') + plain('Acme'), bold('Total') + bold('1'));
    expect(await blocks('a.html', plants)).toEqual([
      'head: | Plant | Owner |\n| --- | --- |',
      'row: | Lyon | Acme |',
      'row: | Total | 1 |',
    ]);
    const numbers = page(bold('Lyon') + bold('350') + bold('2'), plain('Graz') + plain('40') + plain('1'));
    expect(await blocks('a.html', numbers)).toEqual(['row: | Lyon | 350 | 2 |', 'row: | Graz | 40 | 1 |']);
  });

  it('reads facts of several kinds without names of columns', async () => {
    const rows = [
      ['Seat', 'Oslo'],
      ['Staff', '350'],
      ['Owner', 'Acme'],
      ['Director', 'Ann Berg'],
    ];
    const page = `<table>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`;
    expect(await blocks('a.html', page)).toEqual(rows.map(([name, value]) => `row: | ${name} | ${value} |`));
    expect(await blocks('a.docx', makeDocx(table(rows)))).toEqual(await blocks('a.html', page));
  });

  it('reads facts with amounts without names of columns', async () => {
    expect(await blocks('a.csv', 'Living area,96 m²\nRooms,5')).toEqual([
      'row: | Living area | 96 m² |',
      'row: | Rooms | 5 |',
    ]);
  });

  it('reads facts with a date and a number without names of columns', async () => {
    const rows = ['| Owner | Lia Moss |', '| Floors | 4 |', '| Inspected | 2022-10-03 |'];
    const csv = rows.map((row) => row.slice(2, -2).replace(' | ', ',')).join('\n');
    expect(await blocks('a.csv', csv)).toEqual(rows.map((row) => `row: ${row}`));
    const years = 'Event,Date\nOpened,2014\nInspected,2022-10-03';
    expect((await blocks('a.csv', years))[0]).toMatch(/^head/);
  });

  it.each([
    ['Price', 'free', '29', 'on request'],
    ['Result', 'n/a', '12', 'missing'],
    ['Answer', 'Yes', '40', '12', '7', 'Ann'],
  ])('keeps the names of two columns of amounts where some lack: %s', async (name, ...values) => {
    const rows = [['Name', name], ...values.map((value, i) => [`Item ${i}`, value])];
    const page = `<table>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`;
    for (const [file, text] of [
      ['a.html', page],
      ['a.csv', rows.join('\n')],
    ])
      expect((await blocks(file!, text!))[0]).toBe(`head: | Name | ${name} |\n| --- | --- |`);
  });

  it('names columns that it leaves out', async () => {
    const page = `<table><tr>${'<td>a</td>'.repeat(1_001)}</tr></table>`;
    const { body } = await readBytes('a.html', Buffer.from(page));
    expect(body.text.match(/a/g)).toHaveLength(1_000);
    expect(body.notes).toEqual(['Columns of tables after the first 1000 were left out.']);
  });

  it('drops marks that lead to notes of the page', async () => {
    const page =
      '<p>Opened in 2014.<sup><a href="#cite-1">[1]</a></sup> See <a href="#more">more</a>, 5 m<sup>2</sup>.</p>';
    expect(await blocks('a.html', page)).toEqual(['paragraph: Opened in 2014. See more, 5 m².']);
  });

  it('reads the encoding that the page names', async () => {
    const page = Buffer.from('<meta charset="iso-8859-1"><p>Z\u00fcrich</p>', 'latin1');
    expect(await blocks('a.html', page)).toEqual(['paragraph: Zürich']);
  });
});

describe('eml', () => {
  it('reads subject, people, date and text, and names attachments', async () => {
    const mail =
      'From: Ann <ann@example.org>\r\nTo: bob@example.org\r\nSubject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\r\n' +
      'Date: Mon, 2 Mar 2026 00:30:00 +0200\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n' +
      '--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nThe plant opens in May.\r\n' +
      '--b\r\nContent-Type: application/pdf; name=plan.pdf\r\nContent-Disposition: attachment; filename=plan.pdf\r\n\r\nx\r\n--b--\r\n';
    const { body } = await readBytes('a.eml', Buffer.from(mail));
    expect(blocksOf(body)).toEqual([
      'heading 1: Grüße',
      'paragraph: From: Ann <ann@example.org>',
      'paragraph: To: bob@example.org',
      'paragraph: Date: Mon, 2 Mar 2026 00:30:00 +0200',
      'paragraph: The plant opens in May.',
    ]);
    expect(body.notes).toEqual(['The attachment "plan.pdf" was not read.']);
  });

  it('reads Windows-1252', async () => {
    const page = Buffer.from('<p>The pump costs \x8040 \x96 \x93dry\x94.</p>', 'latin1').toString('base64');
    const mail =
      'Subject: =?windows-1252?Q?=80_rates?=\r\nContent-Type: text/html; charset="windows-1252"\r\n' +
      `Content-Transfer-Encoding: base64\r\n\r\n${page}`;
    expect(await blocks('a.eml', mail)).toEqual(['heading 1: € rates', 'paragraph: The pump costs €40 – “dry”.']);
  });

  const both = (text: string, page: string) =>
    `Subject: Plants\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\n${text}\r\n` +
    `--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${page}\r\n--b--\r\n`;

  it('reads the page of a mail with both, which has tables', async () => {
    const page = '<table><tr><th>Plant<th>Staff</tr><tr><td>Lyon<td>350</tr></table>';
    expect((await blocks('a.eml', both('Plant\r\nStaff\r\nLyon\r\n350', page))).slice(1)).toEqual([
      'head: | Plant | Staff |\n| --- | --- |',
      'row: | Lyon | 350 |',
    ]);
  });

  it.each([
    ['a hint', 'The plant in Lyon has 350 people.', '<p>See below.</p>'],
    [
      'letters of an unknown encoding',
      'It costs 40 euros in Lyon.',
      '<p>It costs 40 euros in Lyon, a caf\ufffd says.</p>',
    ],
  ])('reads the text of a mail whose page has only %s', async (_, text, page) => {
    expect(await blocks('a.eml', both(text, page))).toEqual(['heading 1: Plants', `paragraph: ${text}`]);
  });

  it('reads the page of a mail without text', async () => {
    const mail = 'Subject: Plants\r\nContent-Type: text/html\r\n\r\n<ul><li>Lyon</li></ul>';
    expect(await blocks('a.eml', mail)).toEqual(['heading 1: Plants', 'item 1: Lyon']);
  });
});

describe('xlsx', () => {
  it('reads sheets with titles and tables, and knows the rows', async () => {
    const { body } = await readBytes(
      'a.xlsx',
      makeXlsx('Staff', [
        ['Plants of Acme'],
        [null],
        [null, 'Plant', 'Staff'],
        [null, 'Lyon', 350],
        [null, 'Graz', 12.5],
      ]),
    );
    expect(blocksOf(body)).toEqual([
      'heading 1: Staff',
      'paragraph: Plants of Acme',
      'head: | Plant | Staff |\n| --- | --- |',
      'row: | Lyon | 350 |',
      'row: | Graz | 12.5 |',
    ]);
    expect(body.lines).toMatchObject([1, 4, 5].map((line) => ({ line })));
  });
});

describe('csv', () => {
  it('reads fields in quotes, the delimiter by the first line, and the lines of records', async () => {
    const { body } = await readBytes('a.csv', Buffer.from('Plant;Note\nLyon;"Opened\nin 2014"\nGraz;a|b\n'));
    expect(blocksOf(body)).toEqual([
      'head: | Plant | Note |\n| --- | --- |',
      'row: | Lyon | Opened in 2014 |',
      'row: | Graz | a/b |',
    ]);
    expect(body.lines).toMatchObject([2, 4].map((line) => ({ line })));
  });

  it.each(['sep=;\n', '\ufeffsep=;\r\n'])('reads past a first line %j and names its lines', async (first) => {
    const { body } = await readBytes('a.csv', Buffer.from(`${first}Plant;Note\nLyon;a,b,c\n`));
    expect(blocksOf(body)).toEqual(['head: | Plant | Note |\n| --- | --- |', 'row: | Lyon | a,b,c |']);
    expect(body.lines).toMatchObject([3].map((line) => ({ line })));
  });

  it('reads lines above the table as paragraphs, and the delimiter by most lines', async () => {
    const { body } = await readBytes(
      'a.csv',
      Buffer.from('Export, May 2024\nAccount 7\n\nDay;Sum;To\nMon;5,20;Ann\nTue;7,00;Bo'),
    );
    expect(blocksOf(body)).toEqual([
      'paragraph: Export, May 2024',
      'paragraph: Account 7',
      'head: | Day | Sum | To |\n| --- | --- | --- |',
      'row: | Mon | 5,20 | Ann |',
      'row: | Tue | 7,00 | Bo |',
    ]);
    expect(body.lines).toMatchObject([1, 2, 5, 6].map((line) => ({ line })));
  });

  it.each(['latin1', 'utf16le'] as const)('reads a table in %s', async (encoding) => {
    const { body } = await readBytes('a.tsv', Buffer.from('Town\tMayor\nRødby\tAnn Bø', encoding));
    expect(blocksOf(body)).toEqual(['head: | Town | Mayor |\n| --- | --- |', 'row: | Rødby | Ann Bø |']);
  });

  it('reads the delimiter outside quoted fields, which may have lines of code', async () => {
    const [code, more] = ['{\nint a = 1;\nint b = 2;\nint c = 3;\n}', 'x = ""1"";\ny = 2;\nz = 3;\n'];
    const csv = `id,size,code\n1,5" pipe,"${code}"\n2,6" pipe,"${more}"\n`;
    expect((await blocks('a.csv', csv)).slice(0, 2)).toEqual([
      'head: | id | size | code |\n| --- | --- | --- |',
      `row: | 1 | 5" pipe | ${code.replaceAll('\n', ' ')} |`,
    ]);
  });

  it('gives rows without names where the first row is values too', async () => {
    expect(await blocks('a.tsv', '1\t2\n3\t4\n')).toEqual(['row: | 1 | 2 |', 'row: | 3 | 4 |']);
  });
});

describe('md and txt', () => {
  it('are read without comments of Markdown, and others keep their places', async () => {
    const text =
      'Lyon has 340 people <!-- ask Ann --> now.\n\n<!-- Old:\n\nIt has 350.\n--> It has two halls.\n\n`<!-- a -->`\n\n```\n<!-- b\n```\n\nThe end.\n';
    const { body } = await readBytes('a.md', Buffer.from(text));
    const comment = /<!-- ask Ann -->|^<!-- Old:$|^It has 350\.$|^-->/gm;
    expect(body.text).toBe(text.replace(comment, (words) => ' '.repeat(words.length)));
    expect(body.notes).toEqual([]);
  });

  it.each([
    ['Lyon is old. <!-- It has 530.\nOr 40. --> It has 350.', '<!-- It has 530.\nOr 40. -->'],
    ['Lyon is old.\n<!-- It has 530.\n\nIt has 40.', '<!-- It has 530.\n\nIt has 40.'],
    [`Lyon is old. <!-- ${'x'.repeat(2_000)} --> It has 350.`, `<!-- ${'x'.repeat(2_000)} -->`],
    ['Lyon <!-- has 350 people.\n\nIt --> is old.', ''],
    ['Lyon has 350 <!-- people.', ''],
  ])('are read with what a page shows next to comments: %s', async (text, comment) => {
    const { body } = await readBytes('a.md', Buffer.from(text));
    expect(body.text).toBe(text.replace(comment, comment.replace(/./g, ' ')));
  });

  it('are read without struck-out words of Markdown, and others keep their places', async () => {
    const text = '# Plants\n\nLyon has ~~350~~ 340 people. ~~It is closed.~~\n\n```\nx = ~~a~~\n```\n\n~~~\na\n~~~\n';
    const { body } = await readBytes('a.md', Buffer.from(text));
    expect(body.text).toBe(text.replace(/~~350~~|~~It is closed.~~/g, (words) => ' '.repeat(words.length)));
    expect(body.notes).toEqual(['Words that are struck out were left out.']);
    expect((await readBytes('a.txt', Buffer.from(text))).body.text).toBe(text);
  });

  it.each([
    ['It costs ~~5 EUR in summer and ~~7 EUR in winter.', ''],
    ['It costs ~~5 EUR in summer, ~~6~~ 7 EUR in winter.', '~~6~~'],
    ['It is `a ~~old~~ b` in code.', ''],
    ['It is ``a ~~old~~ b`` in code and ~~closed~~ `here`.', '~~closed~~'],
    ['Use `` a ` b `` and ~~old~~ 5` x.', '~~old~~'],
    ['It is \\~~not struck\\~~ here.', ''],
    ['It is ~~a~b~~ here.', '~~a~b~~'],
  ])('are read with words that Markdown does not strike: %s', async (text, struck) => {
    const { body } = await readBytes('a.md', Buffer.from(text));
    expect(body.text).toBe(text.replace(struck, ' '.repeat(struck.length)));
  });

  it('keeps the text as it came and finds its blocks', async () => {
    const text =
      'Acme\n====\n\n## Plants ##\nTwo plants,\nboth old.\n\n- Lyon\n  and more\n  - Nested\n1. Graz\n\n' +
      '| Plant | Opened |\n|---|---|\n| Lyon | 2014 |\n\n```sh\nrun # it\n```\n';
    const { body } = await readBytes('a.md', Buffer.from(text));
    expect(body.text).toBe(text);
    expect(blocksOf(body)).toEqual([
      'heading 1: Acme',
      'heading 2: Plants',
      'paragraph: Two plants,\nboth old.',
      'item 1: Lyon\n  and more',
      'item 2: Nested',
      'item 1: Graz',
      'head: | Plant | Opened |\n|---|---|',
      'row: | Lyon | 2014 |',
      'code: run # it',
    ]);
    expect(body.lines[4]).toBe(24);
  });

  it('reads UTF-16 by its mark and older encodings with a note', async () => {
    expect(await blocks('a.txt', Buffer.from('\ufeffZürich', 'utf16le'))).toEqual(['paragraph: Zürich']);
    const older = Buffer.from('Z\u00fcrich: 5 \x80 \x96 \x84so\x93', 'latin1');
    const { body } = await readBytes('a.txt', older);
    expect([body.text, body.notes]).toEqual(['Zürich: 5 € – „so“', ['It is not UTF-8 and was read as Windows-1252.']]);
    const page = Buffer.concat([Buffer.from('<meta charset="iso-8859-1"><p>'), older]);
    expect(await blocks('a.html', page)).toEqual(['paragraph: Zürich: 5 € – „so“']);
  });
});

describe('json and jsonl', () => {
  it('give a statement for each object, with its line and its pointer in the file', async () => {
    const placed = async (name: string, text: string) => {
      const { format, body } = await readBytes(name, Buffer.from(text));
      return [format, body.blocks.map(({ start, end }, i) => [body.text.slice(start, end), body.lines[i]])];
    };
    expect(await placed('a.json', '\ufeff{\n "pod": {"name": "a", "ready": false},\n "items": []\n}')).toEqual([
      'json',
      [
        ['items: none', { start: 0, line: 3, pointer: '/items' }],
        ['pod: name: a; ready: no', { start: 13, line: 2, pointer: '/pod' }],
      ],
    ]);
    expect(await placed('a.ndjson', '{"a": 1}\n\n{"a": 2}\n')).toEqual([
      'jsonl',
      [
        ['number of entries: 2', { start: 0, line: 1, pointer: '' }],
        ['a: 1', { start: 22, line: 1, pointer: '/0/a' }],
        ['a: 2', { start: 28, line: 3, pointer: '/1/a' }],
      ],
    ]);
    const [, returns] = await placed('a.jsonl', '{"a": 1}\r\r{"a": 2}\r');
    expect(returns!.slice(1)).toEqual([
      ['a: 1', { start: 22, line: 1, pointer: '/0/a' }],
      ['a: 2', { start: 28, line: 3, pointer: '/1/a' }],
    ]);
  });
});

describe('a file that cannot be read', () => {
  it.each([
    ['a.png', 'x', 'has the ending .png; pdf, docx, xlsx, html, eml, csv, tsv, json, jsonl, md and txt are read'],
    [
      'README',
      'x',
      'has no ending such as .txt; pdf, docx, xlsx, html, eml, csv, tsv, json, jsonl, md and txt are read',
    ],
    ['a.txt', '', 'is empty'],
    ['a.json', '{"a": }', 'must be JSON, got a fault at line 1, column 7'],
    ['a.json', '{}', 'has no text'],
    ['a.txt', ' \n', 'has no text'],
    ['a.txt', 'a\0b', 'contains zero bytes, so it is not text'],
    ['a.pdf', 'plain text', 'is named .pdf, but has another format'],
    ['a.docx', 'plain text', 'is named .docx, but has another format'],
    [
      'a.docx',
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1]),
      'is of an old Office format or encrypted with a password; save it as docx or xlsx',
    ],
    [
      'a.csv',
      'a,"b" c\n',
      'cannot be read at line 1: Text follows the closing quote of a field. Double the quotes inside a field',
    ],
    ['a.html', `${'<div>'.repeat(5_000)}x`, 'has elements nested deeper than 1000'],
  ])('%s says why: %#', async (name, content, reason) => {
    await expect(readBytes(name, Buffer.from(content))).rejects.toThrow(reason);
  });

  it('is read by what it is when its name says something else', async () => {
    const { format, body } = await readBytes(
      'a.docx',
      makeXlsx('Staff', [
        ['Plant', 'Staff'],
        ['Lyon', 350],
      ]),
    );
    expect([format, body.notes.at(-1)]).toEqual(['xlsx', 'It is named .docx, but is xlsx, and was read as that.']);
  });
});

describe('an archive whose names have control characters', () => {
  const named = (name: string) => readBytes('a.docx', zipped({ [name]: '<!DOCTYPE a>' }));

  it('is refused with a reason of one printable line', async () => {
    const name = `word/é\u001b[2K\u001b[1A\r1 sentence checked.\n\u001b]0;owned\u0007\u202e${'x'.repeat(400)}.xml`;
    const reason = await named(name).catch((error: Error) => error.message);
    expect(reason).toMatch(/^has a document type declaration in word\/é\\u\{1b\}\[2K/);
    expect(reason).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(String(reason).length).toBe(300);
  });
});

describe('plain text beyond the bounds of a document', () => {
  it.each([
    ['a.txt', Buffer.alloc(20_000_001, 'a'), 'has more than 20000000 characters of text'],
    ['a.md', Buffer.from('# a\n'.repeat(1_000_001)), 'has more than 1000000 paragraphs and rows'],
  ])('is refused: %s', async (name, bytes, reason) => {
    await expect(readBytes(name, bytes)).rejects.toThrow(reason);
  });
});
