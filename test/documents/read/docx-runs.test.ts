import { describe, expect, it } from 'vitest';
import { makeDocx, p, run, table } from '../../../scripts/fuzz/sample-files.ts';
import { readBytes } from '../../../src/documents/read/read-bytes.ts';
import { commented } from '../support/commented.ts';

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const STYLES = {
  'word/styles.xml': `<w:styles ${W}><w:style w:type="character" w:styleId="Base"><w:rPr><w:vanish/></w:rPr></w:style><w:style w:type="character" w:styleId="Secret"><w:basedOn w:val="Base"/></w:style><w:style w:type="character" w:styleId="Mark"><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style><w:style w:type="paragraph" w:styleId="High"><w:rPr><w:position w:val="8"/></w:rPr></w:style><w:style w:type="paragraph" w:styleId="Old"><w:rPr><w:strike/></w:rPr></w:style></w:styles>`,
};

function withProperties(properties: string, text: string): string {
  return `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
}

async function read(body: string) {
  const docx = makeDocx(body, STYLES);
  const { body: found } = await readBytes('a.docx', docx);
  return { text: found.text, notes: found.notes.length };
}

describe('runs that no one reads are left out and named', () => {
  it.each([
    '<w:vanish/>',
    '<w:rStyle w:val="Secret"/>',
    '<w:color w:val="FFFFFF"/>',
    '<w:sz w:val="2"/>',
    '<w:strike/>',
    '<w:dstrike w:val="true"/>',
    '<w:specVanish/>',
    '<w:color w:val="F5F5F5"/>',
    '<w:color w:themeColor="background1"/>',
    '<w:color w:val="1F3864"/><w:shd w:val="clear" w:fill="203864"/>',
    '<w:color w:val="000000"/><w:highlight w:val="black"/>',
    '<w:w w:val="1"/>',
    '<x:textFill xmlns:x="http://schemas.microsoft.com/office/word/2010/wordml"><x:noFill/></x:textFill>',
  ])('%s', async (properties) => {
    const body = `<w:p>${withProperties(properties, 'The draft is void.')}${withProperties('', 'The clause is valid.')}</w:p>`;
    expect(await read(body)).toEqual({ text: 'The clause is valid.', notes: 1 });
  });

  it.each([
    [
      'the look of all text',
      '<w:docDefaults><w:rPrDefault><w:rPr><w:vanish/></w:rPr></w:rPrDefault></w:docDefaults>',
      '',
    ],
    [
      'the usual style',
      '<w:style w:type="paragraph" w:default="1" w:styleId="N"><w:rPr><w:vanish/></w:rPr></w:style>',
      '',
    ],
    [
      'a style',
      '<w:style w:type="paragraph" w:styleId="S"><w:rPr><w:vanish/></w:rPr></w:style>',
      '<w:pStyle w:val="S"/>',
    ],
    ['lines without height', '', '<w:spacing w:line="1" w:lineRule="exact"/>'],
    ['a place off the page', '', '<w:framePr w:x="-9999" w:y="1"/>'],
  ])('by %s of their paragraph', async (_, styles, properties) => {
    const shown = withProperties('<w:vanish w:val="0"/>', 'Shown.');
    const body = `<w:p><w:pPr>${properties}</w:pPr>${run('The draft is void.')}</w:p><w:p><w:pPr><w:pStyle w:val="T"/></w:pPr>${shown}</w:p>`;
    const { body: found } = await readBytes(
      'a.docx',
      makeDocx(body, { 'word/styles.xml': `<w:styles ${W}>${styles}</w:styles>` }),
    );
    expect([found.text, found.notes.length]).toEqual(['Shown.', 1]);
  });

  it.each([
    ['<w:trHeight w:val="1" w:hRule="exact"/>', ''],
    ['', '<w:tblStyle w:val="T"/>'],
  ])('in tables: %s%s', async (row, properties) => {
    const styles = `<w:styles ${W}><w:style w:type="table" w:styleId="T"><w:rPr><w:vanish/></w:rPr></w:style></w:styles>`;
    const body = `<w:tbl><w:tblPr>${properties}</w:tblPr><w:tr><w:trPr>${row}</w:trPr><w:tc>${p('Void.')}</w:tc></w:tr></w:tbl>${p('Shown.')}`;
    const { body: found } = await readBytes('a.docx', makeDocx(body, { 'word/styles.xml': styles }));
    expect([found.text, found.notes.length]).toEqual(['Shown.', 1]);
  });

  const box = (text: string, properties = '') =>
    `<w:drawing><wp:inline>${properties}<a:graphic><a:graphicData><wps:wsp><wps:txbx><w:txbxContent>${p(text)}</w:txbxContent></wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing>`;
  const picture = (text: string, style = '') =>
    `<w:pict><v:shape style="${style}"><v:textbox><w:txbxContent>${p(text)}</w:txbxContent></v:textbox></v:shape></w:pict>`;
  const alternatives = (...parts: string[]) =>
    `<mc:AlternateContent><mc:Choice Requires="wps">${parts[0]}</mc:Choice><mc:Fallback>${parts[1]}</mc:Fallback></mc:AlternateContent>`;

  it.each([
    [box('Void.', '<wp:docPr id="1" hidden="1"/>'), '', 1],
    [box('Void.', '<wp:extent cx="1" cy="90000"/>'), '', 1],
    [picture('Void.', 'visibility:hidden'), '', 1],
    [alternatives(box('Valid.'), picture('Void.')), 'Valid.', 1],
    [alternatives('', picture('Void.')), '', 1],
    [alternatives(box('Valid.'), picture('Valid.')), 'Valid.', 0],
    [box('Valid.'), 'Valid.', 0],
    [alternatives(box('One.') + box('Two.'), ''), 'One.\n\nTwo.', 0],
  ])('in text boxes, of which each is read once: %s', async (shape, text, notes) => {
    expect(await read(`<w:p>${run('Shown.')}<w:r>${shape}</w:r></w:p>`)).toEqual({
      text: ['Shown.', text].filter((one) => one !== '').join('\n\n'),
      notes,
    });
  });

  it('in headers', async () => {
    const header = `<w:hdr ${W}><w:p>${withProperties('<w:vanish/>', 'Void.')}${run('Case 12')}</w:p></w:hdr>`;
    const relation = '<Relationship Id="r1" Type="" Target="header1.xml"/>';
    const docx = makeDocx(
      `${p('Shown.')}<w:sectPr><w:headerReference xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:id="r1"/></w:sectPr>`,
      {
        'word/header1.xml': header,
        'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation}</Relationships>`,
      },
    );
    const { body } = await readBytes('a.docx', docx);
    expect([body.text, body.notes.length]).toEqual(['Case 12\n\nShown.', 1]);
  });

  it('by the style of their paragraph and in hidden rows of tables', async () => {
    const old = `<w:p><w:pPr><w:pStyle w:val="Old"/></w:pPr>${withProperties('', 'Old.')}</w:p>`;
    const rows = table([
      ['Plant', 'Staff'],
      ['Lyon', '350'],
      ['Graz', '40'],
    ]);
    const hidden = rows
      .replace('<w:tr><w:tc><w:p><w:r><w:t xml:space="preserve">Lyon', '<w:tr><w:trPr><w:hidden/></w:trPr>$&')
      .replace('</w:trPr><w:tr>', '</w:trPr>');
    const { text, notes } = await read(old + hidden);
    expect([text, notes]).toEqual(['| Plant | Staff |\n| --- | --- |\n| Graz | 40 |', 2]);
  });
});

describe('the parts that a program shows are read, whatever their names', () => {
  const relations = (kinds: Readonly<Record<string, string>>) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${Object.entries(kinds)
      .map(
        ([kind, target], i) =>
          `<Relationship Id="rId${i}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}" Target="${target}"/>`,
      )
      .join('')}</Relationships>`;
  const main = (body: string) => `<w:document ${W}><w:body>${body}</w:body></w:document>`;
  const shown = `<w:p>${withProperties('<w:rStyle w:val="Secret"/>', 'It is void.')}${withProperties('', 'It is valid.')}</w:p>`;

  it.each(['word/document2.xml', '/word/document2.xml'])('main part and styles: %s', async (target) => {
    const { 'word/styles.xml': styles } = STYLES;
    const docx = makeDocx(p('Another text.'), {
      '_rels/.rels': relations({ officeDocument: target }),
      'word/document2.xml': main(shown),
      'word/_rels/document2.xml.rels': relations({ styles: 'styles2.xml' }),
      'word/styles2.xml': styles,
    });
    const { body } = await readBytes('a.docx', docx);
    expect([body.text, body.notes.length]).toEqual(['It is valid.', 1]);
  });

  it('a main part in another folder is not', async () => {
    const docx = makeDocx(p('Another text.'), {
      '_rels/.rels': relations({ officeDocument: 'doc/main.xml' }),
      'doc/main.xml': main(shown),
    });
    await expect(readBytes('a.docx', docx)).rejects.toThrow('doc/main.xml');
  });
});

describe('runs that a reader sees are read', () => {
  it.each([
    '<w:vanish w:val="0"/>',
    '<w:rStyle w:val="Secret"/><w:vanish w:val="false"/>',
    '<w:color w:val="FFFFFF"/><w:shd w:val="clear" w:fill="003366"/>',
    '<w:color w:val="FFFFFF"/><w:highlight w:val="black"/>',
  ])('%s', async (properties) => {
    expect(await read(`<w:p>${withProperties(properties, 'Shown.')}</w:p>`)).toEqual({ text: 'Shown.', notes: 0 });
  });

  it('in white on the background of a cell', async () => {
    const cell = `<w:tc><w:tcPr><w:shd w:val="clear" w:fill="1F3864"/></w:tcPr><w:p>${withProperties('<w:color w:val="FFFFFF"/>', 'Plant')}</w:p></w:tc>`;
    expect((await read(`<w:tbl><w:tr>${cell}<w:tc>${p('Lyon')}</w:tc></w:tr></w:tbl>`)).text).toBe('| Plant | Lyon |');
  });
});

describe('raised numbers of a docx', () => {
  it.each([
    '<w:vertAlign w:val="superscript"/>',
    '<w:position w:val="8"/><w:sz w:val="14"/>',
    '<w:rStyle w:val="Mark"/>',
  ])('%s', async (properties) => {
    const body = `<w:p>${withProperties('', 'The plant employs 350')}${withProperties(properties, '2')}${withProperties('', ' people.')}</w:p>`;
    expect((await read(body)).text).toBe('The plant employs 350² people.');
  });

  it('are none where a whole paragraph is raised', async () => {
    const body = `<w:p><w:pPr><w:pStyle w:val="High"/></w:pPr>${run('It employs 350 people.')}</w:p>`;
    expect(await read(body)).toEqual({ text: 'It employs 350 people.', notes: 0 });
  });

  it('are Roman numerals of notes', async () => {
    const raised = (text: string) => withProperties('<w:vertAlign w:val="superscript"/>', text);
    const body = `<w:p>${run('It opened in 2014')}${raised('iv')}${run(' and has a 2')}${raised('nd')}${run(' hall.')}</w:p>`;
    expect((await read(body)).text).toBe('It opened in 2014ⁱᵛ and has a 2nd hall.');
  });

  it('are found again by comments, and hidden words are not', async () => {
    const body = `<w:p>${withProperties('', 'It employs 350')}${withProperties('<w:vertAlign w:val="superscript"/>', '2')}${withProperties('<w:vanish/>', ' secret')}${withProperties('', ' people. Two.')}</w:p>`;
    const { main } = await commented(makeDocx(body), 'Two');
    expect(main).toMatch(/people. <\/w:t><\/w:r><w:commentRangeStart w:id="0"\/>/);
  });
});

describe('tables of a docx', () => {
  it('repeat merged cells, and have one name of two rows', async () => {
    const cell = (text: string, properties = '') => `<w:tc><w:tcPr>${properties}</w:tcPr>${p(text)}</w:tc>`;
    const rows = [
      [cell('City', '<w:vMerge w:val="restart"/>'), cell('2022', '<w:gridSpan w:val="2"/>')],
      [cell('', '<w:vMerge/>'), cell('Units'), cell('Revenue')],
      [cell('Metz', '<w:vMerge w:val="restart"/>'), cell('11'), cell('120')],
      [cell('', '<w:vMerge/>'), cell('closed', '<w:gridSpan w:val="2"/>')],
    ];
    const { text } = await read(`<w:tbl>${rows.map((cells) => `<w:tr>${cells.join('')}</w:tr>`).join('')}</w:tbl>`);
    expect(text.split('\n')).toEqual([
      '| City | 2022 Units | 2022 Revenue |',
      '| --- | --- | --- |',
      '| Metz | 11 | 120 |',
      '| Metz | closed | closed |',
    ]);
  });
});

describe('text that mammoth leaves out', () => {
  const CHECKBOX = 'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"';
  const checkbox = (isChecked: string, mark: string) =>
    `<w:sdt ${CHECKBOX}><w:sdtPr><w14:checkbox><w14:checked w14:val="${isChecked}"/></w14:checkbox></w:sdtPr><w:sdtContent>${run(mark)}</w:sdtContent></w:sdt>`;

  it.each([
    ['a simple field', `${run('In ')}<w:fldSimple w:instr="DOCPROPERTY City">${run('Lyon')}</w:fldSimple>`, 'In Lyon'],
    ['a direction of writing', `<w:bdo w:val="ltr">${run('In Lyon')}</w:bdo>`, 'In Lyon'],
    [
      'a word with its pronunciation',
      `<w:r><w:ruby><w:rt>${run('wa')}</w:rt><w:rubyBase>${run('和')}</w:rubyBase></w:ruby></w:r>`,
      '和',
    ],
    ['a break of old files', '<w:r><w:t>Lyon</w:t><w:cr/><w:t>Ulm</w:t></w:r>', 'Lyon\nUlm'],
    [
      'boxes that are ticked',
      `${run('Fatal: ')}${checkbox('1', '☒')}${run(' yes ')}${checkbox('0', '☐')}`,
      'Fatal: ☒ yes ☐',
    ],
  ])('is read: %s', async (_, runs, text) => {
    expect(await read(`<w:p>${runs}</w:p>`)).toEqual({ text, notes: 0 });
  });

  it.each([
    ['word/charts/chart1.xml', ''],
    ['word/diagrams/data1.xml', ''],
    ['word/afchunk.xml', '<w:altChunk/>'],
    ['word/comments.xml', '', `<w:comments ${W}><w:comment w:id="0">${p('Not so.')}</w:comment></w:comments>`],
  ])('is named: %s', async (part, element, content = '<x/>') => {
    const docx = makeDocx(p('The plant is in Lyon.') + element, { [part]: content });
    expect((await readBytes('a.docx', docx)).body.notes).toHaveLength(1);
  });

  it('is found again by comments', async () => {
    const body = `<w:p>${run('One. ')}<w:fldSimple w:instr="DOCPROPERTY Note">${run('Lyon has a plant.')}</w:fldSimple>${run(' Two.')}</w:p>`;
    expect((await commented(makeDocx(body), 'Lyon')).ranges).toEqual({ 0: 'Lyon has a plant.' });
  });
});

describe('formulas of a docx', () => {
  const M = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"';
  const sign = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;

  it.each([
    [sign('F=35 kN') + sign('·2'), 'It carries F=35 kN·2 here.', 0],
    [`<m:f><m:num>${sign('1')}</m:num><m:den>${sign('2')}</m:den></m:f>`, 'It carries here.', 1],
  ])('are read where they are a line: %s', async (formula, text, notes) => {
    const body = `<w:p>${run('It carries ')}<m:oMath ${M}>${formula}</m:oMath>${run(' here.')}</w:p>`;
    expect(await read(body)).toEqual({ text, notes });
  });
});

describe('numbers of paragraphs', () => {
  const level = (i: number, format: string, text: string, more = '') =>
    `<w:lvl w:ilvl="${i}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`;
  const list = (id: string, levels: string, more = '') =>
    `<w:abstractNum w:abstractNumId="${id}">${more}${levels}</w:abstractNum>`;
  const used = (id: string, base: string, more = '') =>
    `<w:num w:numId="${id}"><w:abstractNumId w:val="${base}"/>${more}</w:num>`;
  const numbering = `<w:numbering ${W}>${list('0', level(0, 'decimal', '%1.') + level(1, 'decimal', '%1.%2') + level(2, 'lowerLetter', '(%3)'))}${list('1', level(0, 'upperRoman', 'Article %1', '<w:pStyle w:val="Heading1"/>'))}${list('2', level(0, 'bullet', '-'))}${used('1', '0')}${used('2', '0', '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="4"/></w:lvlOverride>')}${used('3', '1')}${used('4', '2')}</w:numbering>`;
  const styles = `<w:styles ${W}><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:pPr><w:numPr><w:numId w:val="3"/></w:numPr></w:pPr></w:style></w:styles>`;
  const item = (id: string, at: number, text: string) =>
    `<w:p><w:pPr><w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="${id}"/></w:numPr></w:pPr>${run(text)}</w:p>`;
  const numbered = (body: string, lists = numbering) =>
    makeDocx(body, {
      'word/numbering.xml': lists,
      'word/styles.xml': styles,
      'word/_rels/document.xml.rels':
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="n" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/numbering" Target="numbering.xml"/></Relationships>',
    });

  it('are those that a program shows', async () => {
    const body =
      p('Rent', 'Heading1') +
      item('1', 0, 'Sum') +
      item('1', 1, 'It is 640 euros.') +
      item('1', 1, 'It is due when') +
      item('1', 2, 'the month begins,') +
      item('1', 2, 'or ends.') +
      p('A note.') +
      item('1', 0, 'Term') +
      item('1', 1, 'It ends in May.') +
      p('Deposit', 'Heading1') +
      item('2', 0, 'It is new.') +
      item('4', 0, 'It is a bullet.') +
      `<w:tbl><w:tr><w:tc>${item('2', 0, '')}</w:tc><w:tc>${p('Roof')}</w:tc><w:tc>${p('Slate')}</w:tc></w:tr></w:tbl>`;
    const { text } = (await readBytes('a.docx', numbered(body))).body;
    expect(text.split('\n').filter((line) => line !== '')).toEqual([
      '# Article I Rent',
      '1. Sum',
      '  1.1 It is 640 euros.',
      '  1.2 It is due when',
      '    (a) the month begins,',
      '    (b) or ends.',
      'A note.',
      '2. Term',
      '  2.1 It ends in May.',
      '# Article II Deposit',
      '4. It is new.',
      '- It is a bullet.',
      '| 5. | Roof | Slate |',
    ]);
  });

  it.each([
    ['a style that the file does not have', `${list('0', '', '<w:numStyleLink w:val="Gone"/>')}${used('1', '0')}`],
    ['a style of paragraphs', `${list('0', '', '<w:numStyleLink w:val="Heading1"/>')}${used('1', '0')}`],
    ['no list', '<w:num w:numId="1"/>'],
  ])('are left out where a list refers to %s', async (_, lists) => {
    const docx = numbered(item('1', 0, 'Rent is 640 euros.'), `<w:numbering ${W}>${lists}</w:numbering>`);
    expect((await readBytes('a.docx', docx)).body.text).toBe('Rent is 640 euros.');
  });

  it('are passed over by the range of a comment', async () => {
    const body = item('1', 0, 'Sum') + item('1', 1, 'It is 640 euros.');
    expect((await commented(numbered(body), '640')).ranges).toEqual({ 0: 'It is 640 euros.' });
  });
});

describe('drop-down fields of a docx', () => {
  const mark = (type: string, data = '') => `<w:r><w:fldChar w:fldCharType="${type}">${data}</w:fldChar></w:r>`;
  const field = (list: string, result = '') => {
    const data = `<w:ffData><w:ddList>${list}<w:listEntry w:val="slate"/><w:listEntry w:val="tin &amp; zinc"/></w:ddList></w:ffData>`;
    return `<w:p>${run('The roof: ')}${mark('begin', data)}<w:r><w:instrText>FORMDROPDOWN</w:instrText></w:r>${mark('separate')}${result}${mark('end')}${run(' (2020)')}</w:p>`;
  };

  it.each([
    ['the chosen one', '<w:result w:val="1"/>', '', 'The roof: tin & zinc (2020)'],
    ['the usual one', '<w:default w:val="1"/>', '', 'The roof: tin & zinc (2020)'],
    ['the first one', '', '', 'The roof: slate (2020)'],
    ['the one that stands in the field, too, once', '', run('slate'), 'The roof: slate (2020)'],
    ['none where the number is wrong', '<w:result w:val="-1"/>', '', 'The roof: (2020)'],
  ])('have of their choices %s', async (_, list, result, text) => {
    expect(await read(field(list, result))).toEqual({ text, notes: 0 });
  });

  it('are passed over by the range of a comment', async () => {
    const body = `${field('')}${p('It is new.')}`;
    expect((await commented(makeDocx(body))).ranges).toEqual({ 0: 'The roof:  (2020)', 1: 'It is new.' });
  });
});

describe('headers and footers of a docx', () => {
  const part = (kind: string, content: string) => `<w:${kind} ${W}>${content}</w:${kind}>`;
  const relation = (id: string, target: string) => `<Relationship Id="${id}" Type="" Target="${target}"/>`;
  const others = {
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation('r1', 'header1.xml')}${relation('r2', 'header2.xml')}${relation('r3', 'footer1.xml')}</Relationships>`,
    'word/header1.xml': part('hdr', p('Contract 12/2024')),
    'word/header2.xml': part('hdr', p('First page only')),
    'word/footer1.xml': part(
      'ftr',
      `<w:p>${withProperties('', 'Acme Ltd, page ')}<w:fldSimple w:instr=" PAGE ">${withProperties('', '7')}</w:fldSimple></w:p>`,
    ),
  };
  const reference = (kind: string, id: string, type: string) =>
    `<w:${kind}Reference xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:id="${id}" w:type="${type}"/>`;
  const section = (more = '') =>
    `<w:sectPr>${reference('header', 'r1', 'default')}${reference('header', 'r2', 'first')}${reference('footer', 'r3', 'default')}${more}</w:sectPr>`;
  const textOf = async (sections: string) =>
    (await readBytes('a.docx', makeDocx(p('The clause is valid.') + sections, others))).body.text.split('\n\n');

  it('are read once each, without numbers of pages', async () => {
    const lines = ['Contract 12/2024', 'The clause is valid.', 'Acme Ltd, page'];
    expect(await textOf(section())).toEqual(lines);
    expect(await textOf(`<w:p><w:pPr>${section()}</w:pPr></w:p>${section()}`)).toEqual(lines);
  });

  it('are read with their tables, where one line may be no words', async () => {
    const hdr = part(
      'hdr',
      table([
        ['Document', 'Revision'],
        ['QP-17', 'C'],
      ]),
    );
    const docx = makeDocx(p('Two.') + section(), { ...others, 'word/header1.xml': hdr });
    expect((await readBytes('a.docx', docx)).body.text).toContain(
      '| Document | Revision |\n| --- | --- |\n| QP-17 | C |',
    );
  });

  it('of the first page are read where it has its own', async () => {
    expect((await textOf(section('<w:titlePg/>'))).slice(0, 2)).toEqual(['Contract 12/2024', 'First page only']);
  });
});
