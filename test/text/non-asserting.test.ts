import { test as property } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { isNonAsserting } from '../../src/text/index.ts';
import { anyText, pathological } from './arbitrary-text.ts';

describe('isNonAsserting', () => {
  it.each([
    'Hello!',
    'Hi there,',
    '👋 Good morning, everyone!',
    'Thanks for asking.',
    'Thank you very much!',
    'Sure, here is the answer:',
    'Of course! Here are the results you asked for:',
    'I hope this helps!',
    'Let me know if you have any further questions.',
    'Please feel free to reach out.',
    'Great question!',
    '**Best regards,**',
    'Have a nice day!',
    'Have a safe trip!',
    'Enjoy the concert!',
    'Congratulations in advance!',
    'Good luck with your exam!',
    'Get well soon!',
    'Sorry to hear that!',
    '---',
    '...',
  ])('%j is politeness', (text) => {
    expect(isNonAsserting(text)).toBe('greeting');
  });

  it.each([
    'What is the capital of France?',
    'Who founded Acme?',
    'Who is the CEO of Acme?',
    'When was Acme founded?',
    'How many people does Acme employ?',
    'Which country is Oslo in?',
    'Does Acme employ 900 people?',
    'Was Acme founded in 1990?',
    'How are you?',
    'What is 2 + 2?',
    'How do I request leave?',
    'Where can we find the form?',
    'How does it work?',
    'What comes next?',
    'And what about travel?',
    'What happens if I am ill?',
    'Why does this matter?',
    'Who pays for the laptop?',
    'Why?',
    'And why is that?',
    'How so?',
  ])('%j only asks', (text) => {
    expect(isNonAsserting(text)).toBe('question');
  });

  it.each([
    'Did you know it employs 900?',
    'Did you know that Acme employs 900 people?',
    'It employs 900, right?',
    'Acme employs 900 people?',
    "Isn't it true that it employs 900?",
    "Doesn't Acme employ 900 people?",
    'Is it not so?',
    'Have you heard Acme employs 900?',
    'Who would have thought Acme employs 900?',
    'Why did Acme fire 300 people?',
    'When did Acme stop paying its staff?',
    'How many people did Acme fire?',
    'Is Acme, which employs 900 people, big?',
    'Does Acme still employ children?',
    'Where did he die?',
    'How do I get the 900 euros that Acme pays?',
    'How do I get the 900 euros?',
    'How does the pump prevent overheating?',
    'What happens if the pump fails?',
    'What happens if I fall ill while Acme is closed?',
    'What about the 900 people?',
    'Who pays the 900 people?',
    'How can I stop paying Acme?',
    'What is the reason Acme failed?',
    'Are you aware Acme failed?',
    'Enjoy the free breakfast!',
    'Congratulations on your new post!',
    'Sorry to hear that Acme failed.',
  ])('%j presupposes what it says', (text) => {
    expect(isNonAsserting(text)).toBeUndefined();
  });

  it.each([
    'Hello, Acme employs 900 people.',
    'Sure, Acme employs 900 people.',
    'Thanks to Acme, 900 people have work.',
    'Hi John!',
    'Yes.',
    'No.',
    'Acme grew.',
    '🎉',
    '350',
    'What is Acme? It employs 900 people.',
  ])('%j has content beyond the list', (text) => {
    expect(isNonAsserting(text)).toBeUndefined();
  });

  property.prop([anyText])('never lets content through behind a greeting', (text) => {
    expect(isNonAsserting(`Hello! ${text} Acme employs 900 people`)).toBeUndefined();
  });

  it.each(pathological.map((text) => [JSON.stringify(text.slice(0, 8)), text]))(
    'reads 10,000 characters of %s',
    (_, text) => {
      expect(['greeting', undefined]).toContain(isNonAsserting(text));
      expect(isNonAsserting(`what is ${text}`)).toBeUndefined();
    },
  );
});
