import { expect, it } from 'vitest';
import { pageNumbers } from '../../../../src/documents/read/pdf/page-numbers.ts';

it.each([
  [[2], 'page 2'],
  [[1, 2, 3, 7], 'pages 1 to 3, 7'],
  [Array.from({ length: 11 }, (_, i) => 2 * i + 1), 'pages 1, 3, 5, 7, 9, 11, 13, 15, 17, 19 and others'],
])('%j are "%s"', (numbers, text) => {
  expect(pageNumbers(numbers)).toBe(text);
});
