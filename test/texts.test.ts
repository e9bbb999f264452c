import { expect, it } from 'vitest';
import { userTexts } from './support/user-texts.ts';

it('keeps every text for users as in texts.txt', async () => {
  const sections = [...userTexts()].map(([file, texts]) => `${file}\n${texts.map((text) => `  ${text}\n`).join('')}`);
  await expect(sections.join('\n')).toMatchFileSnapshot('texts.txt');
});
