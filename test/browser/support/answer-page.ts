import type { Page } from 'playwright-core';
import { VALID_KEY } from '../../support/fake-access.ts';
import { ANSWER, SOURCES } from './scripted-answers.ts';

/** Opens the field of the key where it is closed, and fills it in. */
export async function enterKey(page: Page, key = VALID_KEY): Promise<void> {
  const field = page.getByLabel('API key');
  if (!(await field.isVisible())) await page.getByRole('button', { name: 'API key' }).click();
  await field.fill(key);
}

/** Fills in the answer and its sources in place of the example, which has as many. */
export async function fillAnswer(page: Page, key = VALID_KEY): Promise<void> {
  await page.getByRole('tab', { name: 'A whole answer' }).click();
  await enterKey(page, key);
  await page.getByRole('textbox', { name: 'Answer' }).fill(ANSWER);
  await page.getByLabel('Citations in the answer').selectOption('brackets');
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
  await page.locator('#answer-result:not([data-example]) #outcome').getByText('Fail').waitFor();
}
