import { describe, expect, it } from 'vitest';
import { BOUNDARY_RULES, ruleFor } from '../../src/text/boundary-rules.ts';
import { splitSentences } from '../../src/text/index.ts';

describe('the table of joins and splits', () => {
  it.each(BOUNDARY_RULES.map((rule) => [rule.example, rule] as const))('decides its example: %s', (example, rule) => {
    const [left = '', right = ''] = example.split('|');
    expect(ruleFor(left, right, true)).toBe(rule);
  });

  it('leaves other places to wink-nlp', () => {
    expect(ruleFor('of the harbour.', ' Ships came', true)).toBeUndefined();
  });

  it.each([
    'Das Werk wurde am 3. Oktober 1998 eröffnet.',
    'Die Sitzung ist am 12. 5. 2021 um 9 Uhr.',
    'Vom 1. bis 5. November ist geschlossen.',
    'Im 19. Jahrhundert wuchs die Stadt.',
    'Nach § 5 Abs. 2 Satz 1 und Ziff. 4 gilt die Frist.',
    'Vgl. Abb. 3 und Art. 6 lit. b der Satzung.',
    'He works at Yahoo! Inc. in Sunnyvale.',
    'Yum! Brands reported sales of $2 billion.',
    'The team (incl. Mr. Roe) left.',
    'The price is 20 EUR incl. VAT and 16 EUR excl. VAT.',
    'Groups of min. 10 people are welcome.',
    'Arsenio Hall B. Smith paid.',
    'Herbert Block J. Adams drew it.',
    'Call tel. 555-0100 or ext. 12.',
    'The U.S. government paid M.Sc. students.',
  ])('keeps one sentence whole: %s', (text) => {
    expect(splitSentences(text)).toHaveLength(1);
  });

  it.each([
    'We won! Inc. was founded.',
    'Do you like it? Inc. is a magazine.',
    'He won in 2010. October was cold.',
    'Der Umsatz stieg auf 5. Die Kosten sanken.',
    'It takes 15 min. 30 people came.',
    'I am 5. He is 6.',
    'Er wurde der 2. Das war gut.',
    'We met in Room B. Nobody came.',
    'We met at gate B. Nobody came.',
    'Go to Gate B. Passengers need a passport.',
    'Sign at Dock C. Ships leave at nine.',
    'It is at Pier C. Ships leave at nine.',
    'He had Grade B. Nobody failed.',
    'The price is 20 EUR incl. Another fee of 5 EUR applies.',
    'Revenue was 5.2M. Q2 was better.',
    'it is on example.com. then it stops.',
  ])('ends the first of two sentences: %s', (text) => {
    expect(splitSentences(text)).toHaveLength(2);
  });

  it('joins at a small letter only in sentences that begin with a capital letter', () => {
    const count = (text: string) => splitSentences(text).length;
    expect(count('We saw the dog. then it ran.')).toBe(1);
    expect(count('we saw the dog. then it ran.')).toBe(2);
  });
});
