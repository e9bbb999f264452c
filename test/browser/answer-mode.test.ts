import { EventEmitter, once } from 'node:events';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { VALID_KEY } from '../support/fake-access.ts';
import { type TestServer, testServer } from '../support/test-server.ts';
import { checkAnswer, fillAnswer, sendAnswer } from './support/answer-page.ts';
import { inBrowser, launchBrowser, noBrowser } from './support/chromium.ts';
import { faultsInBothSchemes, listen, type OpenPage, openPage, overflow, seriousFaults } from './support/open-page.ts';
import { ANSWER, SOURCES, scriptedAnswers } from './support/scripted-answers.ts';

/** Places of the answer's sentences before which the service waits, and what lets it continue. */
const gates = new Map<number, Promise<unknown>>();
const { asked, verifier } = scriptedAnswers(async (place) => void (await gates.get(place)));

/** The outcome of a check, not of an example. */
const CHECKED = '#answer-result:not([data-example]) #outcome';

let browser: Browser;
let server: TestServer;
let address: string;
let opened: OpenPage;
let page: Page;

describe.skipIf(noBrowser)(inBrowser('the answer mode of the try page'), () => {
  beforeAll(async () => {
    browser = await launchBrowser();
    server = testServer({ verifier });
    address = await listen(server.app);
  });
  afterEach(async () => {
    gates.clear();
    await page.close();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.app.close();
  });

  async function open(width = 1280): Promise<void> {
    opened = await openPage(browser, `${address}/`, { width });
    page = opened.page;
  }

  const focused = () => page.locator(':focus').getAttribute('id');
  const sourceMarks = () => page.locator('#source-texts mark').allTextContents();
  const isInSight = (selector: string) =>
    page.evaluate<boolean>(`(() => {
      const inner = document.querySelector('${selector}').getBoundingClientRect();
      const outer = document.querySelector('#source-texts').getBoundingClientRect();
      return inner.top >= Math.max(0, outer.top) && inner.bottom <= Math.min(innerHeight, outer.bottom);
    })()`);

  it('drops the ids, titles and citations of the example with its texts, and keeps them through small edits', async () => {
    await open();
    await page.getByRole('tab', { name: 'A whole answer' }).click();
    const [first, second] = [1, 2].map((i) => page.getByRole('group', { name: `Source ${i}` })) as [Locator, Locator];
    const named = (source: Locator) =>
      Promise.all([source.getByLabel('Id').inputValue(), source.getByLabel('Title').inputValue()]);
    await first.getByLabel('Text').press('End');
    await first.getByLabel('Text').pressSequentially(' More.');
    expect(await named(first)).toEqual(['museum-1', 'History of the house']);
    await first.getByLabel('Text').fill('Bees hum.');
    await second.getByLabel('Id').fill('mine');
    await second.getByLabel('Text').fill('Cats sleep.');
    expect(await named(first)).toEqual(['1', '']);
    expect(await named(second)).toEqual(['mine', '']);
    const citations = page.getByLabel('Citations in the answer');
    await page.getByRole('textbox', { name: 'Answer' }).fill('Bees hum.');
    expect(await citations.inputValue()).toBe('none');
    await page.getByRole('textbox', { name: 'Answer' }).fill('Bees hum [1].');
    expect(await citations.inputValue()).toBe('brackets');
    await citations.selectOption('none');
    await page.getByRole('textbox', { name: 'Answer' }).fill('Bees hum [1]. Cats sleep [mine].');
    expect(await citations.inputValue()).toBe('none');
  });

  it('sends the answer, its sources and how it cites, and shows what came of it', async () => {
    await open();
    await checkAnswer(page);
    const [first, { title: _, ...second }] = [SOURCES[0]!, SOURCES[1]!];
    expect(asked.at(-1)).toMatchObject({ answer: ANSWER, citations: 'brackets', offsets: 'utf16' });
    expect(asked.at(-1)?.sources).toEqual([first, second]);
    expect(await page.locator('#outcome').textContent()).toBe('✗ Fail');
    expect(await page.locator('#outcome-summary p').allTextContents()).toEqual([
      'The sources contradict the answer. A number or an amount differs.',
      '4 sentences checked: 1 supported, to review; 1 contradicted; 2 not settled. 1 more is not a factual statement.',
      '1 of 4 citations is correct. A wrong citation does not change the outcome.',
    ]);
    expect(await page.locator('#answer-timings').textContent()).toMatch(/^\d+ of 60 requests left until \d+:\d\d/);
  });

  it('folds the sources on a narrow window, and has the verdict in view', async () => {
    await open(375);
    await checkAnswer(page);
    expect(await page.locator('#sources').isVisible()).toBe(false);
    const unfolded = () => page.locator('#source-texts details[open] code').allTextContents();
    expect(await unfolded()).toEqual(['b-2']);
    const top = () => page.evaluate<number>("document.getElementById('outcome').getBoundingClientRect().top");
    await expect.poll(async () => (await top()) >= 0 && (await top()) < 200).toBe(true);
    await page.locator('#sentence-1').click();
    expect(await unfolded()).toEqual(['a-1']);
  });

  it('marks each sentence with a sign, words for screen readers, its citation and the words that differ', async () => {
    await open();
    await checkAnswer(page);
    expect(await page.locator('#answer-text mark').allTextContents()).toEqual([
      'Sentence 1 ? supported, to reviewIt opened in 1998 [a-1].✓ citation correct',
      'Sentence 2 ✗ contradictedIt employs (differs:) 63 people [b-2].✗ cited source contradicts',
      'Sentence 3 ? not settledIt <b>sells</b> tea [c-3].! unknown source',
      'Sentence 4 ? not settledIt says "free for (differs:) all guests".! no citation',
    ]);
    expect(await page.locator('#answer-text .unchecked').textContent()).toBe('😀 Hello!');
    const text = await page.evaluate(`(() => {
      const copy = document.getElementById('answer-text').cloneNode(true);
      for (const added of copy.querySelectorAll('.tag, .citation, .visually-hidden')) added.remove();
      return copy.textContent;
    })()`);
    expect(text).toBe(ANSWER);
    const lines = await page.evaluate<string[]>(
      "[...document.querySelectorAll('#answer-text mark')].map((mark) => getComputedStyle(mark).textDecorationStyle)",
    );
    expect(lines).toEqual(['dashed', 'wavy', 'dotted', 'dotted']);
  });

  it('shows the evidence of the sentence that is clicked: reasons, and the place in its source', async () => {
    await open();
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await checkAnswer(page);
    await page.getByText('It employs').first().click();
    expect(await sourceMarks()).toEqual(['≠ contradicts, back to sentence 2It employs (differs:) 43 people.']);
    await expect.poll(() => isInSight('#place-1')).toBe(true);
    const details = page.getByRole('region', { name: 'The selected sentence' });
    expect(await details.getByRole('listitem').allTextContents()).toEqual([
      'A number or an amount differs. The answer says 63. Source b-2 says 43.',
      '✗ The cited source contradicts the sentence. Cited: b-2.',
      'Source b-2 ≠ contradicts (supports 0.02, contradicts 0.97): It employs 43 people.',
    ]);
    expect(await page.locator('#answer-text mark.highlighted').count()).toBe(1);
    // A click scrolls too, and ends a smooth scroll that it meets.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.getByText('It opened in').first().click();
    expect(await sourceMarks()).toEqual(['≈ in other words, back to sentence 1opened in 1998']);
    await expect.poll(() => isInSight('#place-1')).toBe(true);
  });

  it('scrolls a long source to the place that decided, and has no empty space below the page', async () => {
    await open();
    await checkAnswer(page);
    const isInBox = `(() => {
      const [inner, outer] = ['#place-1', '#source-texts'].map((id) => document.querySelector(id).getBoundingClientRect());
      return inner.top >= outer.top && inner.bottom <= outer.bottom;
    })()`;
    expect(await page.evaluate(isInBox)).toBe(true);
    const below =
      "document.documentElement.scrollHeight - scrollY - document.querySelector('main').getBoundingClientRect().bottom";
    expect(await page.evaluate(below)).toBeLessThan(2);
  });

  it('shows where an altered quotation is, and how it differs', async () => {
    await open();
    await checkAnswer(page);
    await page.locator('#sentence-4').click();
    expect(await sourceMarks()).toEqual(['“ quoted, back to sentence 4Free for (differs:) all.']);
    const details = page.getByRole('region', { name: 'The selected sentence' });
    expect(await details.getByRole('listitem').nth(2).textContent()).toBe(
      'free for all guests appears in a source in other words. The source has all where the answer has all guests.',
    );
  });

  it('opens with an example that is checked, with its first failing sentence open', async () => {
    await open();
    await page.getByRole('tab', { name: 'A whole answer' }).click();
    expect(await page.locator('#outcome').textContent()).toBe('✗ Fail');
    const opened = page.locator('#answer-text [aria-pressed="true"]');
    expect(await opened.textContent()).toBe('Sentence 2 ✗ contradicted');
    expect(await page.locator('#source-texts .differs').allTextContents()).toEqual(['(differs:) 43']);
    expect(await seriousFaults(page)).toEqual([]);
  });

  it('lets the place flash, but not for users who want less motion', async () => {
    await open();
    await checkAnswer(page);
    const animation = () =>
      page.evaluate<string>("getComputedStyle(document.querySelector('#source-texts mark')).animationName");
    await page.locator('#sentence-2').click();
    expect(await animation()).toBe('none');
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await animation()).toBe('flash');
  });

  it('shows sentence after sentence while the answer is checked', async () => {
    const gate = new EventEmitter();
    gates.set(2, once(gate, 'open'));
    await open();
    await fillAnswer(page);
    await sendAnswer(page);
    await page.locator('#answer-result:not([data-example]) #sentence-1').waitFor();
    expect(await page.locator('#answer-text mark').count()).toBe(1);
    expect(await page.locator('#answer-text').textContent()).toContain('It employs 63 people');
    expect(await page.locator('#outcome').textContent()).toBe('Checking…');
    expect(await page.evaluate("document.getElementById('answer-progress').value")).toBe(ANSWER.indexOf(' It employs'));
    await page.locator('#sentence-1').click();
    expect(await sourceMarks()).toHaveLength(1);
    gate.emit('open');
    gates.clear();
    await page.locator(CHECKED).getByText('Fail').waitFor();
    expect(await page.locator('#answer-text mark').count()).toBe(4);
    expect(await page.locator('#answer-progress').isVisible()).toBe(false);
    expect(await sourceMarks()).toHaveLength(1);
  });

  it('shows markup in every text as text, asks this server only, and faults nowhere', async () => {
    await open();
    await checkAnswer(page);
    for (const number of [1, 2, 3, 4]) await page.locator(`#sentence-${number}`).click();
    expect(await page.locator('#source-texts').textContent()).toContain('History <i>');
    expect(await page.locator('#source-texts').textContent()).toContain('<img src=x onerror=alert(1)>');
    expect(await page.locator('#answer-result :is(img, b, i)').count()).toBe(0);
    expect(opened.asked.filter((url) => !url.startsWith(`${address}/`))).toEqual([]);
    expect(opened.faults).toEqual([]);
  });

  it('works with the keyboard alone, from the tabs to a place in a source and back', async () => {
    await open();
    await page.locator('#claim-tab').focus();
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toBe('answer-tab');
    await fillAnswer(page, '');
    await page.keyboard.press('Control+Enter');
    await expect.poll(focused).toBe('key');
    await page.keyboard.type(VALID_KEY);
    await page.keyboard.press('Enter');
    await page.locator(CHECKED).getByText('Fail').waitFor();
    expect(await focused()).toBe('answer-result-title');
    expect(await page.locator('#announcement').textContent()).toMatch(/^Outcome: Fail\. The sources contradict/);
    await page.locator('#answer-text').focus();
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('sentence-1');
    await page.keyboard.press('Enter');
    expect(await focused()).toBe('sentence-1');
    expect(await page.locator(':focus').getAttribute('aria-pressed')).toBe('true');
    expect(await page.locator('#announcement').textContent()).toMatch(
      /^Sentence 1: supported, to review\. .+ Evidence marked in source a-1\.$/,
    );
  });

  it('leads with Enter from the selected sentence to its source and back', async () => {
    await open();
    await checkAnswer(page);
    await page.locator('#sentence-2').focus();
    await page.keyboard.press('Enter');
    expect(await focused()).toBe('place-1');
    await expect.poll(() => isInSight('#place-1')).toBe(true);
    await page.keyboard.press('Enter');
    expect(await focused()).toBe('sentence-2');
  });

  it('marks a result as soon as a text, a source or an option is another', async () => {
    await open();
    await checkAnswer(page);
    const warning = page.locator('#answer-stale');
    await page.getByText('Options', { exact: true }).click();
    expect(await warning.isVisible()).toBe(false);
    await page.getByLabel('If the sources do not settle').selectOption('pass');
    expect(await warning.isVisible()).toBe(true);
    await page.getByLabel('If the sources do not settle').selectOption('review');
    expect(await warning.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Remove source 2' }).click();
    expect(await warning.isVisible()).toBe(true);
    expect(await seriousFaults(page)).toEqual([]);
  });

  it('says of a supported sentence that it is not sure enough to pass, and so of no other', async () => {
    await open();
    await checkAnswer(page);
    const details = page.locator('#sentence-details');
    await page.locator('[data-sentence="1"] button').first().click();
    await expect.poll(() => details.textContent()).toContain('Probably supported; the confidence is too low to pass.');
    await page.locator('[data-sentence="4"] button').first().click();
    await expect.poll(() => details.textContent()).toContain('Sentence 4');
    expect(await details.textContent()).not.toContain('pass');
  });

  it('sends the outcome for an uncertain answer and the least confidence', async () => {
    await open();
    await fillAnswer(page);
    await page.getByText('Options', { exact: true }).click();
    await page.getByLabel('If the sources do not settle').selectOption('fail');
    await page.getByLabel('Minimum confidence').fill('0.75');
    await sendAnswer(page);
    await page.locator(CHECKED).getByText('Fail').waitFor();
    expect(asked.at(-1)).toMatchObject({ uncertain: 'fail', minConfidence: 0.75 });
  });

  it('says that the least confidence is no number from 0 to 1, and leads there', async () => {
    await open();
    await fillAnswer(page);
    await page.getByText('Options', { exact: true }).click();
    await page.getByLabel('Minimum confidence').fill('80 %');
    await sendAnswer(page);
    expect(await page.locator('#min-confidence-error').textContent()).toContain('"80 %"');
    expect(await focused()).toBe('min-confidence');
  });

  it('gives the same request as a command, without the key', async () => {
    await open();
    await fillAnswer(page);
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    const command = await page.locator('#answer-curl').inputValue();
    expect(command).toContain(`curl -sS '${address}/v1/verify/answer'`);
    expect(command).toContain('"uncertain":"review","offsets":"utf16"');
    expect(command).toContain('Bearer $CLAIM_VERIFIER_API_KEY');
    expect(command).not.toContain(VALID_KEY);
  });

  it('opens by its address, and keeps what was written in either mode', async () => {
    await open();
    await page.getByRole('textbox', { name: 'Claim' }).fill('A claim.');
    await page.getByRole('tab', { name: 'A whole answer' }).click();
    expect(page.url()).toBe(`${address}/#check-answer`);
    await page.keyboard.press('Home');
    expect(await page.getByRole('textbox', { name: 'Claim' }).inputValue()).toBe('A claim.');
    await page.goto(`${address}/#check-answer`);
    expect(await page.getByRole('tab', { name: 'A whole answer' }).getAttribute('aria-selected')).toBe('true');
    expect(await page.evaluate('scrollY')).toBe(0);
  });

  it('opens by the address of older links, with the tabs in view', async () => {
    ({ page } = await openPage(browser, `${address}/#answer-mode`));
    expect(await page.getByRole('tab', { name: 'A whole answer' }).getAttribute('aria-selected')).toBe('true');
    await expect.poll(() => page.evaluate('scrollY')).toBe(0);
    expect(page.url()).toBe(`${address}/#check-answer`);
  });

  it('clears the answer, its sources and options, and the result', async () => {
    await open();
    await fillAnswer(page);
    await page.getByText('Options', { exact: true }).click();
    await page.getByLabel('Minimum confidence').fill('0.75');
    await page.getByRole('button', { name: 'Clear' }).click();
    const values =
      "[...document.querySelectorAll('#answer-form :is(input:not(#key):not([type=file]), textarea:not([readonly]), select)')].map(({ value }) => value)";
    expect(await page.evaluate(values)).toEqual(['', 'none', 'review', '', '1', '', 'text', '']);
    expect(await page.locator('#answer-result').isVisible()).toBe(false);
    expect(await focused()).toBe('answer');
  });

  it('shows every source whole, and folds more than three once they are checked', async () => {
    await open();
    await fillAnswer(page);
    for (const number of [3, 4]) {
      await page.getByRole('button', { name: 'Add a source' }).click();
      await page
        .getByRole('group', { name: `Source ${number}` })
        .getByLabel('Text')
        .fill('One line.\n'.repeat(12));
    }
    const cut =
      "[...document.querySelectorAll('#sources, #sources textarea')].filter((box) => box.scrollHeight > box.clientHeight + 1).length";
    expect(await page.evaluate(cut)).toBe(1);
    await sendAnswer(page);
    await page.locator(CHECKED).getByText('Fail').waitFor();
    expect(await page.locator('#sources').isVisible()).toBe(false);
  });

  it('adds a source with the next id and removes a source', async () => {
    await open();
    await page.getByRole('tab', { name: 'A whole answer' }).click();
    await page.getByRole('button', { name: 'Remove source 2' }).click();
    await page.getByRole('group', { name: 'Source 1' }).getByLabel('Text').fill('First text.');
    await page.getByRole('button', { name: 'Add a source' }).click();
    await page.getByRole('group', { name: 'Source 2' }).getByLabel('Text').fill('Second text.');
    expect(await page.locator('#sources-count').textContent()).toBe(
      '2 of 200 sources, 23 of 100,000 characters in all',
    );
    const fields = () =>
      page.evaluate<string[]>(
        "[...document.querySelectorAll('#sources :is(input, textarea)')].map(({ value }) => value)",
      );
    expect((await fields()).slice(2)).toEqual(['First text.', '2', '', 'Second text.']);
    await page.getByRole('button', { name: 'Remove source 1' }).click();
    expect(await fields()).toEqual(['2', '', 'Second text.']);
    expect(await page.getByRole('button', { name: 'Remove source 1' }).count()).toBe(0);
  });

  it.each([360, 768, 1280])('has no serious accessibility fault and fits, %i pixels wide', async (width) => {
    await open(width);
    await fillAnswer(page);
    expect(await faultsInBothSchemes(page)).toEqual([]);
    await sendAnswer(page);
    await page.locator(CHECKED).getByText('Fail').waitFor();
    await page.locator('#sentence-2').click();
    expect(await faultsInBothSchemes(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    expect(await isInSight('#place-1')).toBe(true);
  });
});
