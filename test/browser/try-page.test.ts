import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { VALID_KEY } from '../support/fake-access.ts';
import { type TestServer, testServer } from '../support/test-server.ts';
import { enterKey } from './support/answer-page.ts';
import { inBrowser, launchBrowser, noBrowser } from './support/chromium.ts';
import { faultsInBothSchemes, listen, type OpenPage, openPage, overflow, seriousFaults } from './support/open-page.ts';
import { CLAIM, SOURCE, scriptedVerifier } from './support/scripted-verifier.ts';

/** The result of a check, not of an example. */
const CHECKED = '#result:not([data-example]) #verdict';

let browser: Browser;
let server: TestServer;
let address: string;
let opened: OpenPage;
let page: Page;

describe.skipIf(noBrowser)(inBrowser('the page to try it'), () => {
  beforeAll(async () => {
    browser = await launchBrowser();
    server = testServer({ verifier: scriptedVerifier });
    address = await listen(server.app);
  });
  afterEach(() => page.close());
  afterAll(async () => {
    await browser?.close();
    await server?.app.close();
  });

  async function open(width = 1280): Promise<void> {
    opened = await openPage(browser, `${address}/`, { width });
    page = opened.page;
  }

  async function verify(): Promise<void> {
    await enterKey(page);
    await page.getByRole('textbox', { name: 'Claim' }).fill(CLAIM);
    await page.getByRole('textbox', { name: 'Source' }).fill(SOURCE);
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.locator(CHECKED).waitFor();
  }

  interface Part {
    readonly claim: string;
    readonly source: string;
    readonly match: string;
    readonly reasons?: readonly (readonly [code: string, expected: string | null, found: string | null])[];
  }

  /** Checks a claim, to which the service answers with these parts of both texts. */
  async function answerWith(claim: string, source: string, parts: readonly Part[], outcome = 'fail'): Promise<void> {
    const placeIn = (text: string, words: string | null) => {
      const start = words === null ? -1 : text.indexOf(words);
      return start < 0 ? null : { start, end: start + words!.length };
    };
    const spans = parts.map(({ reasons = [], ...part }) => ({
      claim: placeIn(claim, part.claim),
      source: placeIn(source, part.source),
      reasons: reasons.map(([code, expected, found]) => ({
        code,
        expected: placeIn(source, expected),
        found: placeIn(claim, found),
      })),
    }));
    const json = {
      ...{ verdict: 'UNSUPPORTED', confidence: 0.5, reasoning: '1. x' },
      audit_trail: parts.map((one) => ({ claim_span: one.claim, source_span: one.source, match_type: one.match })),
      detail: { outcome, spans },
    };
    await page.route('**/v1/verify?*', (route) => route.fulfill({ json }));
    await enterKey(page);
    await page.getByRole('textbox', { name: 'Claim' }).fill(claim);
    await page.getByRole('textbox', { name: 'Source' }).fill(source);
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.locator(CHECKED).waitFor();
  }

  it('frames words without a counterpart otherwise than words that differ', async () => {
    await open();
    const reasons = [
      ['number_differs', '43', '63'],
      ['words_not_in_source', null, 'Lisbon'],
      ['negated', 'not', null],
    ] as const;
    const [claim, source] = ['It has 63 rooms in Lisbon.', 'It has 43 rooms, not a garden.'];
    await answerWith(claim, source, [{ claim, source, match: 'contradiction', reasons }]);
    const framed = (side: string) => page.locator(`#${side}-text .differs`).allTextContents();
    expect(await framed('claim')).toEqual(['(differs:) 63', '(only here:) Lisbon']);
    expect(await framed('source')).toEqual(['(differs:) 43', '(only here:) not']);
    const styles = `[...document.querySelectorAll('#claim-text .differs')].map((one) => getComputedStyle(one).borderTopStyle)`;
    expect(await page.evaluate(styles)).toEqual(['solid', 'dashed']);
    expect(await seriousFaults(page)).toEqual([]);
  });

  it('clears both texts and the result, and asks for a claim', async () => {
    await open();
    await page.getByRole('button', { name: 'Clear' }).press('Enter');
    expect(await page.getByRole('textbox', { name: 'Claim' }).inputValue()).toBe('');
    expect(await page.getByRole('textbox', { name: 'Source' }).inputValue()).toBe('');
    expect(await page.locator('#result').isVisible()).toBe(false);
    await expect.poll(() => page.locator(':focus').getAttribute('id')).toBe('claim');
  });

  it('grows the fields with their texts, and has a shadow where a box has more to show', async () => {
    await open(375);
    const hidden =
      "(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.querySelector('#source'))";
    await page.getByRole('textbox', { name: 'Source' }).fill('One line.\n'.repeat(15));
    expect(await page.evaluate(hidden)).toBeLessThanOrEqual(0);
    await page.getByRole('textbox', { name: 'Source' }).fill('One line.\n'.repeat(100));
    expect(await page.evaluate(hidden)).toBeGreaterThan(0);
    const backgrounds = `['#source', '#source-text', '#source-texts', '#result .scroll'].map((box) =>
      getComputedStyle(document.querySelector(box)).backgroundAttachment.includes('local'))`;
    expect(await page.evaluate(backgrounds)).toEqual([true, true, true, true]);
  });

  it('shows verdict, confidence, reasoning and the marked texts side by side', async () => {
    await open();
    await verify();
    expect(await page.locator('#verdict').textContent()).toBe('✗ Contradicted');
    expect(await page.locator('#confidence').textContent()).toBe('0.88');
    expect(await page.locator('#reasoning li').allTextContents()).toEqual([
      'The first part is there.',
      'The second is contradicted.',
    ]);
    expect(await page.locator('#claim-text mark').allTextContents()).toEqual([
      '1 ≈ in other wordsIt opened in 1998.',
      '2 ≠ contradictsIt employs 63 people.',
      '3 ? no matchIt sells tea.',
    ]);
    expect(await page.locator('#source-text mark').allTextContents()).toEqual([
      '1 ≈ in other wordsopened in 1998',
      '2 ≠ contradictsIt employs 43 people.',
    ]);
    expect(await page.locator('#timings').textContent()).toMatch(
      /^10 ms on the server · 59 of 60 requests left until \d+:\d\d:\d\d/,
    );
  });

  it('shows markup in a text as text, and faults nowhere', async () => {
    await open();
    await verify();
    expect(await page.locator('#source-text').textContent()).toContain('<img src=x onerror=alert(1)>');
    expect(await page.locator('#source-text img').count()).toBe(0);
    expect(opened.faults).toEqual([]);
  });

  it('asks this server only', async () => {
    await open();
    await verify();
    expect(opened.asked.length).toBeGreaterThan(10);
    expect(opened.asked.filter((url) => !url.startsWith(`${address}/`))).toEqual([]);
  });

  it('emphasises both sides of the pair under the pointer', async () => {
    await open();
    await verify();
    await page.locator('#claim-text mark').nth(1).hover();
    expect(await page.locator('#claim-mode mark.highlighted').allTextContents()).toEqual([
      '2 ≠ contradictsIt employs 63 people.',
      '2 ≠ contradictsIt employs 43 people.',
    ]);
    await page.getByRole('heading', { level: 1 }).hover();
    expect(await page.locator('#claim-mode .highlighted').count()).toBe(0);
  });

  it('leads from a part of the claim to its evidence and back with the keyboard', async () => {
    await open();
    await verify();
    // A pointer that the result moves away under would end the emphasis.
    await page.mouse.move(0, 0);
    await page.locator('#claim-text').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect.poll(() => page.locator(':focus').getAttribute('id')).toBe('claim-2');
    await expect.poll(() => page.locator('#claim-mode mark.highlighted').count()).toBe(2);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator(':focus').getAttribute('id')).toBe('source-2');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator(':focus').getAttribute('id')).toBe('claim-2');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator(':focus').getAttribute('id')).toBe('evidence-3');
  });

  it('leads to the counterpart by a click on marked words', async () => {
    await open();
    await verify();
    await page
      .locator('#source-text mark')
      .nth(0)
      .click({ position: { x: 140, y: 8 } });
    await expect.poll(() => page.locator(':focus').getAttribute('id')).toBe('claim-1');
  });

  it('shows what speaks against the claim where the evidence of several parts meets', async () => {
    await open();
    await answerWith('A b c. C d.', 'So a b c d.', [
      { claim: 'A b c.', source: 'a b c', match: 'exact_match' },
      { claim: 'C d.', source: 'c d', match: 'contradiction' },
    ]);
    const marks = page.locator('#source-text mark');
    expect(await marks.allTextContents()).toEqual(['1 = same wordsa b ', '2 ≠ contradictsc', ' d']);
    expect(await marks.evaluateAll((all) => all.map((mark) => (mark as { className?: string }).className))).toEqual([
      'match for solid',
      'match against wavy',
      'match against wavy',
    ]);
    await page.locator('#source-2').hover();
    await expect.poll(() => page.locator('#claim-mode mark.highlighted').count()).toBe(3);
  });

  it('marks a result as soon as the form holds other texts, and takes it back when they are the same again', async () => {
    await open();
    await verify();
    const warning = page.getByText('The texts in the form have changed');
    expect(await warning.isVisible()).toBe(false);
    await page.getByRole('textbox', { name: 'Claim' }).fill(`${CLAIM} More.`);
    expect(await warning.isVisible()).toBe(true);
    await page.getByRole('textbox', { name: 'Claim' }).fill(CLAIM);
    expect(await warning.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Paraphrase' }).click();
    expect(await warning.isVisible()).toBe(false);
    expect(await seriousFaults(page)).toEqual([]);
  });

  it('shows no earlier result after an error', async () => {
    await open();
    await verify();
    await enterKey(page, 'cvs_wrong');
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByRole('alert').getByText('This key is not valid').waitFor();
    expect(await page.locator('#result').isVisible()).toBe(false);
  });

  it('scrolls a long source to the sentence that decided', async () => {
    await open();
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.getByRole('textbox', { name: 'Claim' }).fill(CLAIM);
    await page.getByRole('textbox', { name: 'Source' }).fill(`${'Nothing of note. '.repeat(300)}${SOURCE}`);
    await enterKey(page);
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.locator(CHECKED).waitFor();
    const inSight = `(() => {
      const inner = document.querySelector('#source-text mark.against').getBoundingClientRect();
      const outer = document.querySelector('#source-text').getBoundingClientRect();
      return inner.top >= outer.top && inner.bottom <= outer.bottom;
    })()`;
    await expect.poll(() => page.evaluate<boolean>(inSight)).toBe(true);
  });

  it('keeps the key out of the address, the storage and the command, and forgets it on reload', async () => {
    await open();
    await verify();
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    const kept = 'JSON.stringify([location.href, {...localStorage}, {...sessionStorage}, document.cookie])';
    expect(await page.evaluate<string>(kept)).not.toContain(VALID_KEY);
    const command = await page.locator('#curl').inputValue();
    expect(command).not.toContain(VALID_KEY);
    expect(command).toContain(`curl -sS '${address}/v1/verify?detail=full'`);
    expect(command).toContain('Bearer $CLAIM_VERIFIER_API_KEY');
    await page.reload();
    expect(await page.locator('#key').inputValue()).toBe('');
  });

  it('works from an example to a verdict with the keyboard alone', async () => {
    await open();
    await page.getByRole('button', { name: 'Stated in the source' }).focus();
    await page.keyboard.press('Enter');
    expect(await page.locator('#verdict').textContent()).toBe('✓ Supported');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => page.locator(':focus').getAttribute('id')).toBe('key');
    await page.keyboard.type(VALID_KEY);
    await page.keyboard.press('Enter');
    await page.locator(CHECKED).waitFor();
    expect(await page.locator('#announcement').textContent()).toBe(
      'Verdict: Contradicted, confidence 0.88. The source contradicts the claim.',
    );
    await expect.poll(() => page.locator(':focus').getAttribute('id')).toBe('result-title');
  });

  it('opens with an example that is checked, with the differing words framed, and asks for no key', async () => {
    await open();
    expect(await page.locator('#verdict').textContent()).toBe('✗ Contradicted');
    expect(await page.locator('#claim-text .differs').allTextContents()).toEqual(['(differs:) 63']);
    expect(await page.locator('#source-text .differs').allTextContents()).toEqual(['(differs:) 43']);
    expect(await page.getByLabel('API key').isVisible()).toBe(false);
    expect(opened.asked.filter((url) => url.includes('/v1/'))).toEqual([]);
  });

  it('shows the last checks of the tab again, also after a reload', async () => {
    await open();
    await verify();
    await page.reload();
    await page.getByRole('button', { name: `Contradicted: ${CLAIM}` }).click();
    expect(await page.getByRole('textbox', { name: 'Claim' }).inputValue()).toBe(CLAIM);
    expect(await page.locator('#confidence').textContent()).toBe('0.88');
    expect(await page.locator('#stale').isVisible()).toBe(false);
    expect(await seriousFaults(page)).toEqual([]);
  });

  it('counts code points and sends nothing that is too long or missing', async () => {
    await open();
    await page.getByRole('textbox', { name: 'Claim' }).fill('😀'.repeat(501));
    expect(await page.locator('#claim-count').textContent()).toBe('501 of 500 characters');
    await page.getByRole('button', { name: 'Verify' }).click();
    expect(await page.locator('#claim-error').textContent()).toMatch(/501 characters.*500/);
    expect(await page.locator('#claim').getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => page.locator(':focus').getAttribute('id')).toBe('claim');
    expect(opened.asked.filter((url) => url.includes('/v1/'))).toEqual([]);
  });

  it.each([1280, 768, 360])('has no serious accessibility fault and fits, %i pixels wide', async (width) => {
    await open(width);
    expect(await faultsInBothSchemes(page)).toEqual([]);
    await verify();
    expect(await faultsInBothSchemes(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
  });
});
