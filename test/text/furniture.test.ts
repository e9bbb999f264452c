import { test as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { markedLines } from '../../src/text/furniture.ts';
import { anyText } from './arbitrary-text.ts';

const furnitureIn = (text: string) =>
  [...markedLines(text)].filter(({ isFurniture }) => isFurniture).map(({ start, end }) => text.slice(start, end));

describe('lines that say nothing of the matter', () => {
  property.prop([anyText])('are told apart in every line of any text that is not empty', (text) => {
    const lines = text.split(/\r\n|[\n\r\u2028\u2029\f\v]/).map((line) => line.trim());
    expect([...markedLines(text)].map(({ start, end }) => text.slice(start, end))).toEqual(
      lines.filter((line) => line !== ''),
    );
  });

  it.each([
    ['a journey', 'From: Oslo\nTo: Bergen\nDate: 3 May'],
    ['a lone subject', 'Subject: mathematics\nThe exam takes two hours.'],
    ['a greeting that goes on', 'Hi Anna, the plant employs 350 people.'],
    ['a title of a song', 'Hey Jude\nLet It Be'],
    ['an answer behind thanks', 'Thanks for asking!\nBerlin'],
    ['a row of two cells', 'Total Staff | 350'],
    ['a decimal', 'Growth\n4.1\nLoss\n0.3'],
    ['a wrapped number', 'It weighs about\n12.\nIt grew.'],
    ['a share', '3 of 10'],
  ])('are none in %s', (_, text) => {
    expect(furnitureIn(text)).toEqual([]);
  });

  it('are a signature up to an empty line, in a mail that is quoted too', () => {
    const mail = '> We agree.\n> Kind regards,\n> Ann Moss\n> Head of Legal\n> Tel: +47 22 00 00 00\n\nThe lease ends.';
    expect(furnitureIn(mail)).toEqual(['> Kind regards,', '> Ann Moss', '> Head of Legal', '> Tel: +47 22 00 00 00']);
  });

  it.each(['\n', '\r\n', '\u2028'])('are a header whose lines end with %j', (end) => {
    const header = ['From: Ann Moss', 'To: Tom', 'Subject: Mill'];
    expect(furnitureIn([...header, '', 'The mill closed.'].join(end))).toEqual(header);
    expect(furnitureIn([...header.slice(0, 2), '', header[2]].join(end))).toEqual([]);
  });

  it('are thanks, but not a statement below them', () => {
    expect(furnitureIn('The plant grew.\nThanks!\nAcme employs 350 people.')).toEqual(['Thanks!']);
  });

  it('are the name of the sender at the end of a mail, and no other name', () => {
    const mail = (name: string) => `From: Priya Nair\nCc: Legal\n\nHalden has not signed.\n\n${name}`;
    expect(furnitureIn(mail('Priya')).at(-1)).toBe('Priya');
    expect(furnitureIn(mail('Marit')).at(-1)).toBe('Cc: Legal');
  });

  it('are numbers of clauses below a clause of the same number', () => {
    expect(furnitureIn('4. Deposit\n\n4.1\nTwo rents.\n5.1\nNone.\n§ 6\nNone.')).toEqual(['4.1', '§ 6']);
  });
});
