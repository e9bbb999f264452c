import {
  confidenceText,
  placeText,
  reasonSentences,
  sourceText,
  wordsOf,
} from '../../documents/check/sentence-text.ts';
import { Html, html } from '../../html.ts';
import type { DraftSentence } from '../../index.ts';
import { formatShare } from '../review/page-parts.ts';
import { pageScript, REVIEW_STYLE, reviewParts } from '../review/review-parts.ts';
import {
  type CheckedDraft,
  fileNames,
  filesSummary,
  findingOfLine,
  kindOf,
  leftOut,
  outcomeWords,
  shareChecked,
  tallyOf,
  toDo,
} from './checked-draft.ts';
import { type CopyAddresses, pageAddress } from './copy-addresses.ts';
import { draftHtml, type NumberedLine } from './draft-html.ts';
import { REPORT_STYLE } from './report-style.ts';

/** A page about a checked draft: all in one file, nothing from a network, all text of others escaped. */
export function reportHtml(checked: CheckedDraft): string {
  const { draft, sources, date, version, minConfidence } = checked;
  const lines = checked.lines.filter(({ verdict }) => verdict !== null).map((line, i) => ({ ...line, number: i + 1 }));
  const decisions = reviewParts({
    file: draft.file,
    findings: lines.map((line) => findingOfLine(line, checked)),
    earlier: checked.decisions,
    command: 'check',
  });
  const { script, hash } = pageScript('check-report');
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src '${hash}' '${decisions.scriptHash}'">
<title>${draft.file}: checked against ${sources.folder}</title><style>${new Html(REPORT_STYLE + REVIEW_STYLE)}</style></head><body>
<header><h1>${draft.file}</h1>
<p class="quiet">checked against ${sources.folder} on ${date} by claim-verifier ${version}; a supported sentence passes with a confidence of at least ${confidenceText({ confidence: minConfidence })}</p></header>
<main>${todoList(lines)}${summary(checked)}${decisions.section}
<section aria-labelledby="draft"><h2 id="draft">The draft</h2>${filter(checked)}
<p class="quiet help">Click a sentence, or press Enter on it, for its evidence; n and p move to the next and the previous one shown, Escape closes.</p>
<div class="draft">${draftHtml(draft, lines)}</div></section>
${notes(lines, checked.copies)}</main>
<aside id="panel" role="region" aria-label="Evidence" aria-live="polite" hidden><button type="button" id="close" aria-label="Close">✕</button><div id="shown"></div>${decisions.controls}</aside>
${decisions.scripts}
<script type="module">${script}</script></body></html>
`.toString();
}

const CARDS = [
  { name: 'fail', kind: 'unsupported', sign: '✗', label: 'fail' },
  { name: 'review', kind: 'uncertain', sign: '?', label: 'review' },
  { name: 'pass', kind: 'supported', sign: '✓', label: 'pass' },
  { name: 'unchecked', kind: 'unchecked', sign: '–', label: 'not factual statements' },
] as const;

function summary(checked: CheckedDraft): Html {
  const { lines, draft, sources } = checked;
  const tally = tallyOf(lines);
  const cards = CARDS.map(
    ({ name, kind, sign, label }) =>
      html`<div class="card ${kind}"><span class="count">${tally[name]}</span><span><span class="sign">${sign}</span> ${label}</span></div>`,
  );
  const missing = leftOut(checked);
  const items = missing.map((one) => html`<li><b>${fileNames(one)}</b>: ${one.what}</li>`);
  const pages = draft.pagesWithoutText.length;
  return html`<section aria-labelledby="summary"><h2 id="summary">Summary</h2><div class="cards">${cards}</div>
<ul class="facts"><li>${tally.pass + tally.review + tally.fail} of ${lines.length} sentences are factual statements and were checked: ${formatShare(shareChecked(lines))} of the draft's words.</li>
<li>Files of the folder: ${filesSummary(sources)}.</li>
${pages === 0 ? undefined : html`<li>${pages} pages of the draft have no text and were not checked.</li>`}</ul>
${missing.length === 0 ? html`<p>Nothing of the draft and the folder was left out.</p>` : html`<details ${sources.counts.unread + pages > 0 ? new Html('open') : undefined}><summary>Left out (${missing.length})</summary><ul class="missing">${items}</ul></details>`}</section>`;
}

/** Links alone: reasons and evidence of each sentence are in its note, once. */
function todoList(lines: readonly NumberedLine[]): Html {
  const open = toDo(lines);
  if (open.length === 0) return html`<section><h2>To do</h2><p>Every checked sentence passes.</p></section>`;
  const items = open.map((line) => {
    const { sign, label } = outcomeWords(line);
    return html`<li class="${kindOf(line)}"><span class="sign">${sign}</span> <b>${label}</b>: <a href="#sentence-${line.number}">${wordsOf(line.text, line.draft)}</a><span class="quiet">${placed(line)}</span></li>`;
  });
  return html`<section aria-labelledby="to-do"><h2 id="to-do">To do</h2><ol class="to-do">${items}</ol></section>`;
}

function filter({ lines }: CheckedDraft): Html {
  const tally = tallyOf(lines);
  const choices = CARDS.filter(({ name }) => name !== 'unchecked').map(
    ({ name, kind, sign, label }) =>
      html`<label><input type="checkbox" name="shown" value="${name}" checked><span class="${kind}"><span class="sign">${sign}</span> ${label} (${tally[name]})</span></label>`,
  );
  return html`<fieldset class="filter"><legend>Marked</legend>${choices}</fieldset>`;
}

function notes(lines: readonly NumberedLine[], copies: CopyAddresses | undefined): Html {
  const items = lines.map((line) => {
    const { sign, label } = outcomeWords(line);
    const kind = kindOf(line);
    return html`<li id="note-${line.number}" value="${line.number}" class="${kind}" data-outcome="${line.outcome ?? ''}"><p><span class="sign">${sign}</span> <b>${label}</b>, confidence ${confidenceText(line)}${placed(line)}</p><p class="words"><a href="#sentence-${line.number}">${framed(wordsOf(line.text, line.draft), foundIn(line))}</a></p>${facts(line, copies)}<p class="decision" data-finding="${line.number}"></p></li>`;
  });
  return html`<section class="notes" aria-labelledby="notes"><h2 id="notes">Notes</h2><ol>${items}</ol></section>`;
}

function placed({ draft }: NumberedLine): string {
  const place = placeText(draft);
  return place === '' ? '' : ` · ${place}`;
}

const NOT_FOUND = ' (not highlighted: the words were not found on the page)';

/** Why a sentence got its verdict, and the places that decided it with their words. */
function facts(line: DraftSentence, copies: CopyAddresses | undefined): Html {
  const reasons = reasonSentences(line).map((sentence) => html`<li>${sentence}</li>`);
  const expected = line.reasons.flatMap((reason) => reason.expected?.text ?? []);
  const places = line.evidence.map((one) => {
    const address = pageAddress(one, copies);
    const source = address === undefined ? sourceText(one) : html`<a href="${address}">${sourceText(one)}</a>`;
    return html`<li><blockquote>${framed(wordsOf(one.text, one), expected)}</blockquote><cite>${source}${copies !== undefined && one.rectangles?.length === 0 ? NOT_FOUND : undefined}</cite></li>`;
  });
  return html`${reasons.length === 0 ? undefined : html`<ul class="reasons">${reasons}</ul>`}${places.length === 0 ? undefined : html`<ul class="evidence">${places}</ul>`}`;
}

/** The words of a sentence that differ from the sources; a reason may also name the whole sentence. */
function foundIn({ reasons, text }: DraftSentence): string[] {
  return reasons.flatMap(({ found }) => (found === null || found.text === text ? [] : found.text));
}

function framed(text: string, words: readonly string[]): Html {
  const [first, ...rest] = words;
  if (first === undefined || first === text) return html`${text}`;
  const at = text.indexOf(first);
  if (at < 0) return framed(text, rest);
  const after = text.slice(at + first.length);
  return html`${framed(text.slice(0, at), rest)}<strong class="differs">${first}</strong>${framed(after, rest)}`;
}
