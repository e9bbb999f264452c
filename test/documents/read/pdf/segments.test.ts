import { describe, expect, it } from 'vitest';
import { pdfOf } from '../../../../scripts/fuzz/sample-files.ts';
import { readBytes } from '../../../../src/documents/read/read-bytes.ts';

async function read(...content: readonly string[]): Promise<string> {
  return (await readBytes('a.pdf', pdfOf([content.join('\n')]))).body.text;
}

/** A line of words: a number is the rise of what follows it, in letters of 7 points, and 0 the base line. */
function line(y: number, ...parts: readonly (string | number)[]): string {
  const show = (part: string | number) =>
    typeof part === 'string' ? `(${part}) Tj` : `${part} Ts /F1 ${part === 0 ? 11 : 7} Tf`;
  return `BT /F1 11 Tf 72 ${y} Td ${parts.map(show).join(' ')} ET`;
}

describe('raised and lowered characters', () => {
  it('are superscripts where they are numbers', async () => {
    const first = line(740, 'The Lyon plant employs 350', 4, '2', 0, ' people in 10', 4, '6', 0, ' m', 4, '2', 0, '.');
    const second = line(700, 'It opened in 2014', 5, '1,2', 0, ' and weighs 10', 4, '-3', 0, ' grams.');
    expect(await read(first, second)).toBe(
      'The Lyon plant employs 350² people in 10⁶ m². It opened in 2014¹,² and weighs 10⁻³ grams.',
    );
  });

  it('are superscripts where they are as large as the line', async () => {
    expect(await read('BT /F1 11 Tf 72 700 Td (It has 10) Tj 4 Ts (6) Tj 0 Ts ( parts in two sizes.) Tj ET')).toBe(
      'It has 10⁶ parts in two sizes.',
    );
  });

  it('are marks of notes where they are single letters, but not in ordinal numbers', async () => {
    expect(await read(line(700, 'The 1', 4, 'st', 0, ' plant has 350', 4, 'a', 0, ' people', 4, 'b', 0, '.'))).toBe(
      'The 1st plant has 350ᵃ people ᵇ.',
    );
  });

  it('stay as they are below the line and in letters of the same height', async () => {
    expect(await read(line(700, 'The CO', -2, '2', 0, ' of 30', 0.5, '5', 0, ' cars'))).toBe('The CO2 of 305 cars');
  });
});

describe('words that are printed several times', () => {
  const bold = (y: number, words: readonly (readonly [number, string])[]) =>
    words.flatMap(([x, word]) => [0, 0.3, 0.6].map((shift) => `BT /F1 11 Tf ${x + shift} ${y} Td (${word}) Tj ET`));

  it('are read once', async () => {
    const words = [
      [72, 'The'],
      [94, 'plant'],
      [121, 'employs'],
      [165, '350'],
      [186.3, 'people.'],
    ] as const;
    expect(await read(...bold(700, words))).toBe('The plant employs 350 people.');
  });

  it('are read once as a whole line', async () => {
    expect(await read(...bold(700, [[72, 'The plant employs 350 people.']]))).toBe('The plant employs 350 people.');
  });

  it('are read twice where one follows the other', async () => {
    expect(await read(line(700, 'He had had', ' had 1', '1', '1 of them.'))).toBe('He had had had 111 of them.');
  });
});

describe('letters that are set apart', () => {
  const spaced = (content: string) => readBytes('a.pdf', pdfOf([content]));

  it('are words', async () => {
    const body = (await spaced('BT /F1 20 Tf 6 Tc 72 700 Td (DIPLOMA OF ART) Tj ET')).body;
    expect(body.text).toBe('DIPLOMA OF ART');
  });

  it('stay apart where they are single', async () => {
    expect((await spaced('BT /F1 12 Tf 72 700 Td (Plan A B C) Tj ET')).body.text).toBe('Plan A B C');
  });
});
