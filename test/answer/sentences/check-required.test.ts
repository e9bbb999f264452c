import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { checkRequiredFor } from '../../../src/answer/sentences/check-required.ts';
import { assertionsIn, withKinds } from '../../../src/text/index.ts';
import { anyText, pathological } from '../../text/arbitrary-text.ts';

const SOURCES = [
  { id: 'annual-report', text: 'x', title: 'Acme Annual Report 2023' },
  { id: '7', text: 'x', title: 'Acme opens a plant in Lyon' },
];

/** Whether anything of a text is to be checked. */
function isChecked(text: string): boolean {
  const required = checkRequiredFor(SOURCES);
  const spans = [...withKinds(text, assertionsIn(text))];
  return spans.some(({ start, end, kind }) => required(text.slice(start, end), kind));
}

describe('what is not to be checked', () => {
  it.each([
    'Hello!',
    'I hope this helps!',
    'I hope this summary is helpful.',
    'Let me know if you have any other questions.',
    'If you have any further questions, feel free to ask!',
    'Is there anything else you would like to know?',
    'Would you like me to explain further?',
    'What is the capital of France?',
  ])('a greeting, an offer or a question: %s', (text) => {
    expect(isChecked(text)).toBe(false);
  });

  it.each([
    'As an AI language model, I cannot provide medical advice.',
    'As an AI, I do not have personal opinions or feelings.',
    "I'm just an AI assistant and I don't have access to real-time data.",
    "I'm an AI assistant.",
    "I'm unable to browse the internet.",
    "I'm sorry, but I can’t help with that.",
    'Unfortunately, I do not have enough information to answer this question.',
    "I couldn't find any information about the CEO of Acme in the provided documents.",
    'My knowledge cutoff is September 2021.',
    'I apologize for the confusion.',
    'I am not a lawyer.',
    'Please consult a qualified professional for legal advice.',
  ])('a model that speaks of itself: %s', (text) => {
    expect(isChecked(text)).toBe(false);
  });

  it.each([
    'Here is a summary:',
    "Here's a brief overview of the provided documents:",
    'Here are the key points from the sources:',
    'Based on the provided documents,',
    'Sure! Based on the retrieved passages, here is the answer:',
    'According to the sources:',
    'Below is a breakdown of the main findings:',
    'To answer your question:',
    'The documents state the following:',
    'The key points are as follows:',
    'In summary:',
    'Overall,',
    "Let's break it down.",
    "I'll summarize the main points below.",
  ])('a frame around the answer: %s', (text) => {
    expect(isChecked(text)).toBe(false);
  });

  it.each([
    '# Overview',
    '</details>',
    '<details open>\n<br/>',
    '## How it works',
    '## Why the plant closed',
    '**Key findings**',
    '**1. Lessons learned**',
    '### Frequently asked questions',
    'Summary:',
    'Offices in Europe:',
    'Sources:',
    'References',
    '**Note:**',
    'Acme Annual Report 2023',
    '- Acme Annual Report 2023.',
    'annual-report',
    'https://example.com/report.pdf',
    '- <https://example.com/a>, www.example.com',
    '| Model | Is open |\n|---|---|',
    '---',
    'To: Ann Moss\nSubject: the plant',
    'Dear Ms Moss,\n\nKind regards,\nTom',
    'Page 3 of 10',
  ])('a heading, a label or the name of a source: %s', (text) => {
    expect(isChecked(text)).toBe(false);
  });
});

describe('what is to be checked', () => {
  it.each([
    'To: Ann\nSubject: Acme employs 900 people',
    'Thanks for asking!\nBerlin',
    'Acme employs 900 people.',
    'Yes.',
    '350',
    '7',
    'As an AI language model, I can tell you that Acme employs 900 people.',
    'As an AI company, Acme employs 900 people.',
    "I'm an AI, and Acme employs 900 people.",
    'I cannot verify this because Acme employs 900 people.',
    'I cannot find information that Acme employs people.',
    "I couldn't find any information about the 900 people Acme fired.",
    'Based on the provided documents, Acme grew.',
    'According to the sources, the plant is closed.',
    'Here is a summary: Acme grew.',
    'Here is a summary of why Acme is bankrupt:',
    'In short, the plant is closed.',
    'The documents say Acme is bankrupt.',
    'The provided documents do not mention a merger.',
    'In fact, no.',
    'Do not share personal information with external websites.',
    'Please contact Acme.',
    '# Acme is bankrupt',
    '**Acme employs 900 people**',
    '**The plant was closed in 2019**',
    '## Acme employed 900 people',
    'The plant makes:',
    'Acme opens a plant in Lyon.',
    '| Model | Price |\n|---|---|\n| A | 5 |',
    'Why did Acme fire 300 people?',
    'See https://example.com for the 900 names.',
  ])('%s', (text) => {
    expect(isChecked(text)).toBe(true);
  });

  const frames = [
    'As an AI language model, ',
    'Here is a summary: ',
    'I hope this helps, ',
    'Based on the provided documents, ',
  ];
  property.prop([anyText, fc.constantFrom(...frames)])('a statement behind any frame', (text, frame) => {
    expect(isChecked(`${frame}${text} Acme employs 900 people`)).toBe(true);
  });

  const unpleasant = [
    'as an ai ',
    'i cannot such such as ',
    'i do not have ',
    'such as such as ',
    'the documents the documents ',
    'unfortunately however but and so ',
    'here is a short brief ',
    'please verify always check ',
    'consult a doctor or ',
    'a summary of a summary of ',
    'https://https://',
  ].map((unit) => unit.repeat(Math.floor(10_000 / unit.length)));
  it.each(
    [...pathological, ...unpleasant].flatMap((text) => [
      [text],
      [`i cannot${text.slice(0, 220)}!x`],
      [`${text.slice(0, 230)}#`],
    ]),
  )('is told of %.30j', (text) => {
    const required = checkRequiredFor(SOURCES);
    expect([true, false]).toContain(required(text, 'sentence'));
    expect([true, false]).toContain(required(text, 'heading'));
  });
});
