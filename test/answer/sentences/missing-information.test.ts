import { describe, expect, it } from 'vitest';
import { mayHold, saidMissing } from '../../../src/answer/sentences/missing-information.ts';
import { pathological } from '../../text/arbitrary-text.ts';
import { sourcesOf } from '../support/answer-on.ts';

const SOURCES = sourcesOf('The weather in Oslo was cold in March.', 'The plant employs 350 people.');

/** Whether a sentence only says that the sources do not have something, and no sentence of them may be it. */
async function isMissing(written: string, sources = SOURCES): Promise<boolean> {
  const missing = saidMissing(written);
  return missing !== undefined && !(await mayHold(sources, missing, async () => undefined));
}

describe('information that an answer says is missing', () => {
  it.each([
    'The provided context does not contain this information.',
    'Unfortunately, the sources do not say when the plant was built.',
    'The answer is not in the context.',
    'The context lacks information about the director.',
    'The article never mentions a merger.',
    'I found no mention of a merger.',
    'Nothing is said about pensions in the texts.',
    'This information is not provided.',
    'No information available.',
    'The document does not specify a date.',
    'Based on the given documents, I cannot determine the date.',
    "The documents don't mention a merger.",
    'None of the sources mentions the price of the ticket.',
    'There is no information about the director in the provided documents.',
    'The name of the owner is not mentioned in the text.',
    'The price cannot be determined from the sources.',
    'The search results provided do not include the date or the place.',
    '- **The article does not explicitly state the reason.**',
    'No information about salaries is given in the documents.',
    'Further details on wages are not given in the documents.',
    'Based on the sources, there is no mention of a strike.',
    'There is no information about salaries.',
    'Neither source states the name of the director.',
    'It is not clear from the text when the works council was founded.',
    'The provided passages are silent on wages.',
    'The article makes no mention of wages.',
    'The documents contain no information on wages.',
    'There is insufficient information to determine the yearly revenue.',
    "There's no information about the warranty.",
    'There’s no mention of a refund in the documents.',
    'No information is provided about the warranty.',
    'No information about the warranty is provided.',
    'Information about the warranty is not provided.',
    "It's unclear from the documents whether the shop is open.",
    "It isn't clear from the text who owns it.",
    "There isn't enough information to say.",
    'Not mentioned in the document.',
    'Not specified.',
    'No specific date is given in the text.',
    'Neither document addresses the price.',
    'None of the provided documents discusses the price.',
    'The passage does not go into detail about the price.',
    'The knowledge base does not contain this information.',
    'This cannot be determined from the information provided.',
    'There is nothing in the documents about the price.',
    'The documents say nothing about the price.',
    'The documents say nothing.',
    'Not covered in the documents.',
    'Not stated.',
    'It is not stated who approved the merger.',
    'No mention is made of a refund.',
    'No mention is made of a refund in the documents.',
    'Based on the sources, it is unclear who manages the fund.',
    'I was unable to find the price in the documents.',
  ])('is missing where no sentence of the sources has most of its words: %s', async (text) => {
    expect(await isMissing(text)).toBe(true);
  });

  it.each([
    'Die Dokumente enthalten dazu keine Angaben.',
    'Leider enthalten die bereitgestellten Dokumente keine Informationen zum Preis.',
    'Dazu finden sich in den Quellen keine Hinweise.',
    'In den Quellen steht dazu nichts.',
    'Das Dokument nennt kein Datum.',
    'Aus den Quellen geht nicht hervor, wann das Werk gebaut wurde.',
    'Der Name des Besitzers wird im Text nicht erwähnt.',
    'Der Name des Besitzers wird in dem Text nicht erwähnt.',
  ])('is missing in German, too: %s', async (text) => {
    expect(await isMissing(text, sourcesOf('Das Wetter in Oslo war im März kalt.'))).toBe(true);
  });

  it.each([
    'Die Dokumente enthalten keine Angaben zum Wetter in Oslo.',
    'Aus den Quellen geht nicht hervor, wie das Wetter in Oslo war.',
  ])('may be what a German sentence of the sources has: %s', async (text) => {
    expect(saidMissing(text)).toBeDefined();
    expect(await isMissing(text, sourcesOf('Das Wetter in Oslo war im März kalt.'))).toBe(false);
  });

  it.each([
    'Die Dokumente enthalten keine Angaben und Acme ist pleite.',
    'Das Dokument nennt kein Datum, aber Acme hat 900 Leute entlassen.',
    'Die Firma macht keine Angaben.',
    'Das Dokument nennt die 900 Leute nicht.',
    'Wann das Werk gebaut wurde, ist bekannt.',
  ])('is not all that is said in German: %s', (text) => {
    expect(saidMissing(text)).toBeUndefined();
  });

  it.each([
    'The document does not say how many people the plant employs.',
    'The sources do not mention the weather in Oslo.',
    'The weather in March is not described in the context.',
    'There is no information about cold weather.',
    'It is not clear from the text how many people the plant employs.',
    'It is not stated how many people the plant employs.',
    'Information about the cold weather is not provided.',
    'No details about the cold weather are available.',
    'I could not find the cold weather in the documents.',
    'The sources say nothing about the weather in Oslo.',
  ])('may be what a sentence of the sources has: %s', async (text) => {
    expect(saidMissing(text)).toBeDefined();
    expect(await isMissing(text)).toBe(false);
  });

  it.each([
    'The documents contain nothing regarding fees.',
    'The documents contain no information regarding fees.',
    'There is no information regarding fees in the documents.',
    'No mention is made of fees in the documents.',
  ])('is looked for by the words of it alone: %s', (text) => {
    expect(saidMissing(text)).toEqual([['fee']]);
  });

  it('counts .6 of the words of one sentence', async () => {
    expect(await isMissing('The document does not mention the plant, sorry.')).toBe(false);
    expect(await isMissing('The document does not mention the weather of Bergen.')).toBe(true);
    expect(await isMissing('The document does not mention the cold weather of Bergen.')).toBe(false);
  });

  it('may be anywhere where no source is given, as in a draft', async () => {
    expect(await isMissing('The document does not specify a date.', [])).toBe(false);
  });

  it.each([
    'The document does not specify a date, but Acme fired its owner.',
    'The documents do not mention the 900 people Acme fired.',
    'The sources do not say this because Acme is bankrupt.',
    'The document does not give a date and Acme employs nobody.',
    'The report does not mention safety.',
    'The museum does not offer tours.',
    'The document mentions a date.',
    'Acme does not provide data.',
    'The plant is not in the north.',
    'I cannot say that Acme is bankrupt.',
    'There is no evidence of fraud.',
    "There was no mention of layoffs in the CEO's speech.",
    'There are no details about the layoffs at the three factories.',
    'There was no information about the strike.',
    'No document was signed.',
    'The text is silent.',
    'It is not clear when Acme was founded.',
    'It was not stated that Acme was founded in May.',
    'It is not stated in the contract.',
    'Information about the owner is provided.',
    'Information about the strike is not provided by the union.',
    "The price isn't stated.",
    'I could not find the price.',
    'No date is given.',
    'The documents have no stamps.',
    '**Not covered**',
    'Not included.',
    'Not available.',
    'Not indicated.',
    'The article says nothing the minister denied.',
    'The documents list nothing wrong with the bridge.',
    'The text has nothing to do with Acme.',
    'No reference is made to the strike in the letter.',
    'No mention is made of the strike by the minister.',
  ])('is not all that is said: %s', async (text) => {
    expect(saidMissing(text)).toBeUndefined();
  });

  it.each(pathological.map((text) => [text.slice(0, 8), text]))(
    'is looked for in 10,000 characters of %j',
    (_, text) => {
      expect(saidMissing(text)).toBeUndefined();
    },
  );
});
