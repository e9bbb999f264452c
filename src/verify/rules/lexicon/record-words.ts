import { wordKey } from '../../../text/index.ts';
import { byFirstWord, listed, words } from './phrases.ts';
import { quantityKey } from './table-words.ts';

/** One group a line: a word of a name, and what a statement says for it. */
const NAMES = `
temperature temp temps warm cold degrees
quantity qty ordered
environment env
repository repo
organization org organisation
department dept
message msg
description desc
address addr
average avg
maximum max
minimum min
language lang
telephone phone tel
assign assignee assigned assigns
attach attachment attachments
report reporter reported
depart departure departs departed leaves leave left
arrive arrival arrives arrived lands land
start starts started begin begins began beginning
end ends ended finish finishes finished
expire expiry expires expiration expired
create created creation opened
author wrote written writes
own owns belongs
member members memberof
login logins logged
location located
purchase bought buy buys
wait waiting
guest guests
stay stays stayed nights night
reserve reservation reservations booking bookings booked
occupancy occupied
require prerequisite prerequisites required requirement requirements need needs needed
email mail
error errors failure failures
balance owes owed owing outstanding
warn warning warnings
alarm alert alerts
subscribe subscriber subscribers
memory ram
height high
attendees attendee attend attends attended attending participants participate
salary salaries wage wages earn earns earned
condition weather
owner owned
manager managed manages supervisor
due deadline`;

const KEYS = byFirstWord(NAMES);

/** "Manages" is a word for a value: a record without a manager does not decide it. */
export function isNameOfValue(word: string): boolean {
  return KEYS.has(word);
}

/** Names that are written as one word. */
const JOINED: ReadonlyMap<string, string> = new Map(
  listed(
    'waitlist wait list, username user name, checkin check in, checkout check out, timestamp time stamp, filename file name, hostname host name, lastname last name, firstname first name, prerelease pre release',
  ).map((entry) => {
    const [joined = '', ...parts] = entry.split(' ');
    return [joined, parts.join(' ')] as const;
  }),
);

/** The parts of a word of a name that is written as one. */
export function partsOfName(word: string): string {
  return JOINED.get(word) ?? word;
}

/** The key of a word as statements and names of records are compared. */
export function recordKey(word: string): string {
  const known = KEYS.get(word);
  return known === undefined ? quantityKey(word) : wordKey(known);
}

/** Verbs and nouns that say no more than that a value belongs to something. */
export const LIGHT: ReadonlySet<string> = new Set(
  'work take weigh find return run sit belong contain include consist carry come hold keep last need require say tell call mark label tag hour clock am pm people person set exist currently altogether utc anyone anybody anything'
    .split(' ')
    .map(recordKey),
);

/** Words of names that any value may have: they do not identify the value. */
export const GENERIC_NAMES: ReadonlySet<string> = new Set(
  `id name number value count type kind status state result outcome date time at on is has was are flag of the in by for
  code key title label level per and to from last current cents pence`
    .split(/\s+/)
    .map(recordKey),
);

/**
 * States that exclude each other, one field a line, its alternatives between bars; with ">" each one comes after those before
 * it, so that an earlier one may have been.
 */
const STATES = `
succeeded succeed succeeds success successful successfully ok passed pass passes passing | failed fail fails failing failure failures unsuccessful unsuccessfully error errored crashed crash broken timeout timed out | aborted cancelled canceled interrupted
open opened reopened unresolved unfixed in progress in review | closed resolved fixed solved done completed
unread | read
queued pending waiting scheduled planned draft upcoming not started todo backlog > running in progress in review processing ongoing started under way being processed > completed completed_ finished done complete
active activated | inactive deactivated suspended dormant
enabled enable enables activated turned on switched on | disabled disable disables deactivated turned off switched off
running up online alive started reachable | stopped stop down offline halted terminated unreachable shut down | pending starting
healthy ok fine good normal working stable | unhealthy bad faulty defective broken degraded poor weak low failing problem problems needs attention
locked blocked | unlocked unblocked
public publicly | private privately
paid settled | unpaid outstanding overdue owed | refunded
pending placed ordered new > processing packed prepared > shipped dispatched sent in transit on its way underway > delivered arrived received
cancelled canceled | delivered arrived shipped dispatched confirmed completed active
returned refunded | pending
approved accepted granted confirmed allowed ok permitted authorized authorised | rejected denied declined refused disallowed blocked | pending awaiting waiting
available in stock | unavailable out of stock sold out back ordered backordered
low minor | medium moderate normal | high major | critical urgent severe
production prod | staging stage | development dev | testing test qa | sandbox
free | basic starter | standard | team | pro professional premium | business | enterprise
admin administrator administrators superuser | editor | viewer reader | member | guest | moderator | owner
verified validated confirmed | unverified unconfirmed
valid | invalid expired
signed | unsigned
encrypted | unencrypted
on time punctual | delayed late | cancelled canceled
present | absent
full booked up fully booked sold out | empty
online remote remotely | in person onsite on site
light | heavy heavily
true | false
yes | no
connected | disconnected
synced synchronized | unsynced
mandatory required | optional
merged | unmerged open
published live | unpublished draft
archived | unarchived
single | double | twin | triple
male | female
income credit credited | debit debited`;

/** A meaning of a phrase: alternatives of one field. */
export interface State {
  readonly field: number;
  readonly alternative: number;
  /** Alternatives come one after the other. */
  readonly isOrdered: boolean;
}

/** Words of the longest phrase of a state. */
export const LONGEST_STATE = 3;

const BY_PHRASE = new Map<string, State[]>();

/** Phrases of an alternative: single words, but for these. */
const PHRASES =
  /\b(?:timed out|not started|in progress|in review|under way|being processed|turned on|switched on|turned off|switched off|shut down|needs attention|in transit|on its way|in stock|out of stock|sold out|back ordered|on time|booked up|fully booked|in person|on site)\b/g;

for (const [field, line] of STATES.trim().split('\n').entries()) {
  const isOrdered = line.includes('>');
  for (const [alternative, list] of line.split(/[|>]/).entries()) {
    const phrases = list.match(PHRASES) ?? [];
    for (const phrase of [...phrases, ...words(list.replace(PHRASES, ' '))]) {
      const key = stateKey(phrase.split(' '));
      const known = BY_PHRASE.get(key) ?? [];
      BY_PHRASE.set(key, [...known, { field, alternative, isOrdered }]);
    }
  }
}

function stateKey(phrase: readonly string[]): string {
  return phrase.map(wordKey).join(' ');
}

/** The states that some words name together. */
export function statesOf(phrase: readonly string[]): readonly State[] {
  return BY_PHRASE.get(stateKey(phrase)) ?? [];
}

/** Words that deny what they appear before. */
export const DENYING = words('not no none nobody nothing never neither nor without cannot zero non lacks lacking lack');
/** Words of a claim that something has no value. */
export const MISSING = words(
  'missing empty unset unknown undefined blank unassigned unspecified null absent lacks lack lacking not no none nobody nothing without never',
);
/** Words of a claim that a record has a value. */
export const ON_RECORD = words(
  'recorded record listed given stored specified set known provided assigned present contains includes shows entered file',
);
/** Words at which a clause begins. */
export const CLAUSE_MARKS = words(', ; : but and while whereas although though which because however');
/** With one of these a statement is about something other than what the record holds. */
export const BEYOND_RECORD = words(
  'would can could should may might must will shall if unless plan plans planned expected probably likely perhaps possibly before after until since ago again previously formerly originally initially earlier yesterday today tonight tomorrow except despite instead',
);
