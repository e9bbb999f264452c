import type { Page } from 'playwright-core';
import { VALID_KEY } from '../../support/fake-access.ts';
import { ANSWER, SOURCES } from './scripted-answers.ts';

/** Fills in the answer and its sources, the second by the button that adds one. */
export async function fillAnswer(page: Page, key = VALID_KEY): Promise<void> {
  await page.getByRole('tab', { name: 'A whole answer' }).click();
  await page.getByLabel('API key').fill(key);
  await page.getByRole('textbox', { name: 'Answer' }).fill(ANSWER);
  await page.getByLabel('Citations in the answer').selectOption('brackets');
  await page.getByRole('button', { name: 'Add a source' }).click();
  for (const [i, { id, title, text }] of SOURCES.entries()) {
    const source = page.getByRole('group', { name: `Source ${i + 1}` });
    await source.getByLabel('Id').fill(id);
    await source.getByLabel('Title').fill(title);
    await source.getByLabel('Text').fill(text);
  }
}

export async function sendAnswer(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Check the answer' }).click();
}

/** Until the whole answer is checked. */
export async function checkAnswer(page: Page): Promise<void> {
  await fillAnswer(page);
  await sendAnswer(page);
  await page.locator('#outcome').getByText('FAIL').waitFor();
}
