import { describe, expect, it } from 'vitest';
import { splitSentences } from '../../src/text/index.ts';

const sentencesOf = (text: string) => splitSentences(text).map((span) => text.slice(span.start, span.end));

describe('structure of a text', () => {
  it('keeps list items apart, with their markers', () => {
    expect(
      sentencesOf('Fruits:\n- red apples\n* Green pears\n• plums\n1. First item\n2) Second item\na) third'),
    ).toEqual(['Fruits:', '- red apples', '* Green pears', '• plums', '1. First item', '2) Second item', 'a) third']);
  });

  it('lets a wrapped list item go on in the indented line below', () => {
    expect(sentencesOf('- Acme employs\n  350 people\n- It grew')).toEqual([
      '- Acme employs\n  350 people',
      '- It grew',
    ]);
  });

  it('splits sentences inside a list item', () => {
    expect(sentencesOf('- Acme grew. It fell.\n- Foo')).toEqual(['- Acme grew.', 'It fell.', '- Foo']);
  });

  it('keeps a heading apart from the text below it, marked, underlined, bold or by its capitals', () => {
    expect(sentencesOf('# Annual Report\nAcme grew.')).toEqual(['# Annual Report', 'Acme grew.']);
    expect(sentencesOf('Report\n======\nAcme grew.')).toEqual(['Report\n======', 'Acme grew.']);
    expect(sentencesOf('**Report**\nAcme grew.')).toEqual(['**Report**', 'Acme grew.']);
    expect(sentencesOf('Annual Report of Acme Corporation 2014\nIts staff are 350 people.')).toEqual([
      'Annual Report of Acme Corporation 2014',
      'Its staff are 350 people.',
    ]);
  });

  it('keeps a table row whole, its separator with the head', () => {
    expect(sentencesOf('| Name | Staff |\n|---|---|\n| Dr. Who. Inc | 5 |\n| B | 6 |')).toEqual([
      '| Name | Staff |\n|---|---|',
      '| Dr. Who. Inc | 5 |',
      '| B | 6 |',
    ]);
    expect(sentencesOf('Name\tStaff\nAcme\t350')).toEqual(['Name\tStaff', 'Acme\t350']);
  });

  it('cuts a long line that only holds a bar', () => {
    const title = `Auer rods | Encyclopedia: ${'rods of many kinds '.repeat(8)}are found in cells.`;
    expect(sentencesOf(`${title} These rods are red.`)).toEqual([title, 'These rods are red.']);
  });

  it('keeps code lines apart and fences with the code', () => {
    expect(sentencesOf('Run this:\n```sh\nnpm ci\nnpm start\n```\nThen wait.')).toEqual([
      'Run this:',
      '```sh\nnpm ci',
      'npm start\n```',
      'Then wait.',
    ]);
  });

  it('reads wrapped quoted lines as one sentence and leaves them at another depth', () => {
    expect(sentencesOf('> The firm was founded in\n> 1990 by Ann.\n>> Older text.\nMy answer.')).toEqual([
      '> The firm was founded in\n> 1990 by Ann.',
      '>> Older text.',
      'My answer.',
    ]);
  });

  it('ends a sentence at a blank line of any kind', () => {
    for (const blank of ['\n\n', '\r\n\r\n', '\r\r', '\u2028\u2028', '\n \t\n']) {
      expect(sentencesOf(`Acme was founded in${blank}Oslo`)).toEqual(['Acme was founded in', 'Oslo']);
    }
  });

  it('keeps label lines and short lines apart', () => {
    expect(sentencesOf('Name: Acme\nFounded: 1990\nStaff: 350')).toEqual(['Name: Acme', 'Founded: 1990', 'Staff: 350']);
    expect(sentencesOf('Minutes of the garden club, 4 May\nPresent: Ana, Ben, Carla, Dan\nAbsent: Eva')).toEqual([
      'Minutes of the garden club, 4 May',
      'Present: Ana, Ben, Carla, Dan',
      'Absent: Eva',
    ]);
    expect(sentencesOf('red apples\ngreen pears\nplums')).toEqual(['red apples', 'green pears', 'plums']);
    expect(sentencesOf('Acme was founded in 1990\nIt employs 350 people in Oslo\nIt is led by Ann Smith')).toEqual([
      'Acme was founded in 1990',
      'It employs 350 people in Oslo',
      'It is led by Ann Smith',
    ]);
  });

  it('reads the tags that prompts put around documents as elements', () => {
    expect(sentencesOf('<document>\nAcme grew.\n</document>')).toEqual(['<document>', 'Acme grew.', '</document>']);
  });

  it.each(['\n', '\r\n'])('does not split a paragraph wrapped at a column (%j)', (newline) => {
    const wrapped = [
      'The company was founded in 1990 by Dr. Ann Smith in the city of Oslo and',
      'it employs 350 people in Norway and another 20 in Sweden. Last year its',
      'revenue was 5 million. The firm moved to Bergen in 2014 after the sale to',
      'Acme Corp. of Delaware. It weighs about',
      '12. Later it grew.',
    ].join(newline);
    expect(sentencesOf(wrapped).map((sentence) => sentence.replace(/\s+/g, ' '))).toEqual([
      'The company was founded in 1990 by Dr. Ann Smith in the city of Oslo and it employs 350 people in Norway and another 20 in Sweden.',
      'Last year its revenue was 5 million.',
      'The firm moved to Bergen in 2014 after the sale to Acme Corp. of Delaware.',
      'It weighs about 12.',
      'Later it grew.',
    ]);
  });

  it('continues after a short line that ends within a phrase', () => {
    expect(sentencesOf('Acme was founded in\n1990 by Ann')).toEqual(['Acme was founded in\n1990 by Ann']);
  });

  it('keeps paragraphs that are one long line each apart', () => {
    const long = `Acme ${'has many people and '.repeat(12)}no stop at its end`;
    expect(sentencesOf(`${long}\nNext paragraph here`)).toEqual([long, 'Next paragraph here']);
  });
});
