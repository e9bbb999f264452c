import { describe, expect, it } from 'vitest';
import { formLine } from '../../../src/verify/read/form-lines.ts';

describe('a line of a form', () => {
  it.each([
    ['Smoker: no', 'No smoker'],
    ['Pets allowed: no.', 'No pets allowed'],
    ['Gluten-free: no', 'Not gluten-free'],
    ['Allergies: none', 'No allergies'],
    ['Allergies: penicillin', 'Allergies: allergic to penicillin'],
    ['VAT included: no', 'No VAT included'],
    ['Rooms: 3; Balcony: no; Heating: gas', 'Rooms: 3; No balcony; Heating: gas'],
    ['Rooms: 3 | Balcony: no', 'Rooms: 3; No balcony'],
    ['Present: Orla Byrne, Sunil Rao', 'Orla Byrne, Sunil Rao attended and were present'],
    ['Apologies: Carla.', 'Carla sent apologies and did not attend'],
    ['Absent: Luis Ortega', 'Luis Ortega did not attend and was absent'],
    ['Present: 14 parents', '14 parents attended and were present'],
    ['Allergens: wheat, eggs', 'It contains wheat, eggs'],
  ])('%s', (line, read) => expect(formLine(line)).toBe(read));

  it.each([
    'Status: paid',
    'Pets allowed: yes',
    'Number of children: none',
    'Wind: N',
    'Present: a book',
    'Missing: key, lamp',
    'Allergies: unknown',
    'Allergies: none known',
    'Ingredients: see label',
    'Do you smoke?: no',
    'Has a garden: no',
    'Tom: no, I will be there.',
    'Present: the chair said that nobody was missing.',
  ])('%s is left as it is', (line) => expect(formLine(line) ?? line).toBe(line));

  it('prose is no form', () => expect(formLine('The flat has no balcony.')).toBeUndefined());
});
