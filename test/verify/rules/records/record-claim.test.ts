import { describe, expect, it } from 'vitest';
import { readStructured } from '../../../../src/structured/index.ts';
import { recordClaim } from '../../../../src/verify/rules/index.ts';
import { readSurface } from '../support/compare-surface.ts';

const INVOICE = JSON.stringify({ invoice: 'INV-4471', customer: 'Dorn Textiles', paid: false, reminders_sent: 2 });
const PEOPLE = JSON.stringify([
  { employee_id: 'E101', name: 'Tom Becker', department: 'Logistics' },
  { employee_id: 'E102', name: 'Asha Rao', department: 'Finance' },
]);

const LOG = JSON.stringify([
  { ts: '2024-09-01T10:00:00Z', host: 'web-1', msg: 'started' },
  { ts: '2024-09-01T10:02:30Z', host: 'web-2', msg: 'connection refused', port: 5432 },
  { ts: '2024-09-01T10:02:31Z', host: 'web-2', msg: 'shutting down', exit_code: 1 },
]);
const BOOKS = JSON.stringify({
  books: [
    { title: 'Stone and Salt', overdue: false, ratings: { average: 3.7, count: 95 } },
    { title: 'Winter Ledger', overdue: true, ratings: { average: 4.6, count: 1204 } },
    { title: 'The Quiet Harbour', overdue: false, ratings: { average: 4.2, count: 318 } },
  ],
});
const SENT = JSON.stringify({ order: 'A-100', status: 'shipped' });
const LAMP = JSON.stringify({ product: 'lamp', in_stock: false, price: 20 });
const RUN = JSON.stringify({ run: 'R-7', status: 'failed', error: 'target disk full', smart_meter_required: false });
const BACKUP = JSON.stringify({ job: 'backup', status: 'failed', error: 'timeout' });
const EXIT = JSON.stringify({ host: 'web-1', event: 'exit', code: 1, message: 'disk full' });
const HOTELS = JSON.stringify([
  { name: 'Pier', rating: { average: 4.1, count: 900 } },
  { name: 'Astor', rating: { average: 4.7, count: 12 } },
]);
const SENSORS = JSON.stringify([
  { sensor: 'T-01', battery_pct: 81 },
  { sensor: 'T-02', battery_pct: 77 },
]);

const PAGE = JSON.stringify({
  total_items: 23,
  items: [
    { sku: 'H-11', name: 'Hiking sock', discontinued: false },
    { sku: 'H-12', name: 'Running sock', discontinued: true },
  ],
});
const MILESTONES = JSON.stringify({
  milestones: [
    { name: 'Alpha', tasks: ['Rui', 'Bo'].map((assignee) => ({ title: `A-${assignee}`, assignee, state: 'closed' })) },
    { name: 'Beta', tasks: ['Rui', 'Kofi'].map((assignee) => ({ title: `B-${assignee}`, assignee, state: 'open' })) },
  ],
});
const ORDER = JSON.stringify({ order: 'O-1', currency: 'EUR', total_cents: 12950 });
const PAYOUT = JSON.stringify({ payout: 'po_88', amount: 1048250, currency: 'gbp' });
const SHIFTS = JSON.stringify([
  { employee: 'Bram Kuiper', hours: 160, overtime: 14, leave_days: 0 },
  { employee: 'Deepak Rao', hours: 152, overtime: 3, leave_days: 0 },
  { employee: 'Ewa Mol', hours: 144, overtime: 0, leave_days: 2 },
]);
const DEPLOYS = JSON.stringify({
  project: 'Atlas',
  owner: 'Rui',
  pages: { page: 2, total_pages: 6 },
  deploys: [
    { service: 'checkout', at: '2025-03-10', ready: 6, high: 8, errors: 0 },
    { service: 'search', at: '2025-03-11', ready: 1, high: 6, errors: 3 },
  ],
  current: { temp: 7.4 },
});
const USERS = JSON.stringify([
  { id: 1, name: 'Ines Ferro', unit: 'Logistics' },
  { id: 2, name: 'Tom Baird', unit: 'Quality' },
]);
const TICKET = JSON.stringify({ ticket: 'T-8', reopened: false });
const COURSE = JSON.stringify({ course: 'Yoga', registered: 14, absent: 3, late: 0 });
const DESK = JSON.stringify({ item: 'desk', price_gross: 119, vat: 19, currency: 'EUR' });
const HOST = JSON.stringify({ host: 'db1', memory: '16 GB', free_memory_mib: 2048 });
const PARCEL = JSON.stringify({ order: 'O-1', shipping: 0 });

const PIPELINES = JSON.stringify({
  pipelines: [
    {
      id: 881,
      branch: 'main',
      status: 'success',
      jobs: [
        { name: 'build', seconds: 212 },
        { name: 'test', seconds: 640 },
      ],
    },
    { id: 882, branch: 'dev', status: 'failed', jobs: [{ name: 'build' }, { name: 'test', retries: 2 }] },
    { id: 883, branch: 'main', status: 'archived', jobs: [{ name: 'build' }, { name: 'test' }] },
  ],
});
const CLINIC = JSON.stringify({
  occupancy: 0.82,
  doctors: [
    {
      name: 'Dr. Osei',
      appointments: [
        { day: 'Monday', booked: 12 },
        { day: 'Friday', booked: 7 },
      ],
    },
    {
      name: 'Dr. Hruska',
      appointments: [
        { day: 'Monday', booked: 9 },
        { day: 'Tuesday', booked: 0 },
      ],
    },
  ],
});
const CHAIRS = JSON.stringify({
  currency: 'EUR',
  items: [
    { name: 'Office chair', qty: 5, unit_price: 129 },
    { name: 'Oak desk', qty: 2, unit_price: 349 },
  ],
  shipping: { cost: 60 },
});

const SCAN = JSON.stringify({ high: [{ id: 'CVE-1' }], medium: [{ id: 'CVE-2' }, { id: 'CVE-3' }] });

const REPLICAS = JSON.stringify({ replicas: { desired: 6, ready: 4 }, beds: { occupied: 12, available: 3 } });
const ATTENDED = JSON.stringify({ course: 'Yoga', registered: 20, attended: 15, waiting: 3 });
const REVIEW = JSON.stringify({
  document: 'Code of Conduct',
  version: '3.2',
  checked_out_by: null,
  comments: ['typo'],
  approved_by: null,
  reviewers: [
    { name: 'Greta Holm', decision: 'approved', decided_at: '2025-04-18' },
    { name: 'Luis Prado', decision: null, decided_at: null },
  ],
});
const STOCK = JSON.stringify([
  { product: 'Mug', warehouse: 'OSL', state: 'out of stock', on_hand: 0, allocated: 0 },
  { product: 'Mug', warehouse: 'CPH', state: 'available', on_hand: 27, allocated: 3 },
  { product: 'Lamp', warehouse: 'OSL', state: 'available', on_hand: 5, allocated: 5 },
]);
const STAY = JSON.stringify({
  guest: 'Oskar Lind',
  rate: { per_night: 240, breakfast: true },
  refunds: [],
  status: 'pending',
});
const SHIFT = JSON.stringify({ injured: 0, hospitalized: 0, evacuated: 3 });

function stanceOf(claim: string, text: string) {
  const { objects } = readStructured(text, 'json');
  return recordClaim(readSurface(claim), { objects, start: 0 })?.stance;
}

describe('a statement about a record', () => {
  it.each([
    ['denies the state and not the number behind it', 'Dorn Textiles has not paid invoice INV-4471.', INVOICE, 'for'],
    ['denies a state that the record has', 'Dorn Textiles has paid invoice INV-4471.', INVOICE, 'against'],
    ['is not supported by names alone', 'Dorn Textiles disputes the invoice.', INVOICE, undefined],
    ['needs the value that its verb is about', 'Asha Rao manages the finance department.', PEOPLE, undefined],
    ['has a later state than the record', 'A-100 has been delivered.', SENT, 'against'],
    ['denies a later state, which the record may not know', 'A-100 has not been delivered.', SENT, 'open'],
    ['has the state of the record', 'A-100 has been shipped.', SENT, 'for'],
    ['has a state that a flag denies in other words', 'The lamp is available.', LAMP, 'against'],
    ['has a state that a flag is in other words', 'The lamp is sold out.', LAMP, 'for'],
    ['is about what happened before', 'T-8 was opened.', TICKET, undefined],
    ['is about what did not happen', 'T-8 was reopened.', TICKET, 'against'],
    ['counts nobody', 'Nobody was absent from Yoga.', COURSE, 'against'],
    ['counts nobody', 'Nobody was late.', COURSE, 'for'],
    ['counts nobody of two', 'Nobody was injured or hospitalized.', SHIFT, 'for'],
    ['counts nobody of two', 'Nobody was injured or evacuated.', SHIFT, 'against'],
    ['counts nobody twice', 'Nobody was injured and nobody was hospitalized.', SHIFT, 'for'],
    ['counts nobody twice', 'Nobody was injured and nobody evacuated.', SHIFT, 'against'],
    ['counts nobody and some', 'Nobody was injured, but three people were evacuated.', SHIFT, 'for'],
    ['counts nobody and some', 'Nobody was injured, but four people were evacuated.', SHIFT, 'against'],
    ['counts nobody of some', 'Nobody who was evacuated was injured.', SHIFT, undefined],
    ['counts somebody of two', 'Somebody was injured or evacuated.', SHIFT, undefined],
    ['counts a part of a whole', 'Four of the six replicas are ready.', REPLICAS, 'for'],
    ['counts a part of a whole', 'Five of the six replicas are ready.', REPLICAS, 'against'],
    ['counts a part of another whole', 'Four of the seven replicas are ready.', REPLICAS, 'against'],
    ['counts the other part', 'Two of the six replicas are not ready.', REPLICAS, 'for'],
    ['counts the other part', 'Three of the six replicas are not ready.', REPLICAS, 'against'],
    ['counts a part of what is named', '15 of the 20 registered people attended.', ATTENDED, 'for'],
    ['counts the rest of what is named', 'Five of the 20 registered people did not attend.', ATTENDED, 'for'],
    ['counts a part of another part', '3 of the 15 are waiting.', ATTENDED, 'against'],
    ['counts a part of a sum', '12 of the 15 beds are occupied.', REPLICAS, 'for'],
    ['counts a part of a sum', '14 of the 15 beds are occupied.', REPLICAS, 'against'],
    [
      'denies a later state of what is on its way',
      'The job is not finished.',
      JSON.stringify({ job: 'J1', status: 'running' }),
      'for',
    ],
    [
      'has the state of what was opened again',
      'Issue 7 is still open.',
      JSON.stringify({ issue: 7, status: 'reopened' }),
      'for',
    ],
    [
      'has a price without another value',
      'The price without discount is 100 EUR.',
      JSON.stringify({ price: 100, discount: 10, currency: 'EUR' }),
      undefined,
    ],
    ['counts somebody', 'Somebody was late.', COURSE, 'against'],
    ['counts nobody of some', 'Nobody was absent without an excuse.', COURSE, undefined],
    ['counts nobody else', 'Nobody but the teacher was absent.', COURSE, undefined],
    ['names what a price includes', 'The desk costs 119 EUR including VAT.', DESK, undefined],
    ['names what a gross price has', 'The desk costs 119 EUR excluding VAT.', DESK, 'open'],
    ['has a unit that is often written alike', 'db1 has 16 GiB of memory.', HOST, undefined],
    ['has a value in a larger unit', '2 GiB of memory are free on db1.', HOST, 'for'],
    ['is about the entry that has the value', 'web-2 exited with code 0.', LOG, 'against'],
    ['is not supported by the entry of another host', 'web-1 refused a connection on port 5432.', LOG, 'against'],
    ['ranks values of inner objects', 'Winter Ledger has the best average rating.', BOOKS, 'for'],
    ['ranks by how full something is', 'T-02 has the fullest battery.', SENSORS, 'against'],
    ['counts one of all items', 'One of the three books is overdue.', BOOKS, 'for'],
    ['gives the error as the reason', 'R-7 failed because the target disk was full.', RUN, 'for'],
    ['takes no error for a result', 'The timeout happened because the backup failed.', BACKUP, undefined],
    ['takes no error for a result', 'The backup timed out because it failed.', BACKUP, undefined],
    ['takes no message for a reason', 'The disk of web-1 is full because it exited.', EXIT, undefined],
    ['ranks no count for a rating', 'Pier has the highest rating.', HOTELS, undefined],
    ['ranks no count for a rating', 'Astor has the highest rating.', HOTELS, undefined],
    ['says in other words that something is required', 'You need a smart meter.', RUN, 'against'],
    ['needs no verb for a value', 'Asha Rao works in the finance department.', PEOPLE, 'for'],
    ['counts no items of other pages', 'There are two items.', PAGE, 'open'],
    ['knows no items of other pages', 'Only the running sock is discontinued.', PAGE, 'open'],
    ['is contradicted by one item of a page', 'All items are discontinued.', PAGE, 'against'],
    ['is about no one of several lists', 'All tasks that Rui is assigned are closed.', MILESTONES, undefined],
    ['is about the list of the named object', 'Two tasks of Beta are open.', MILESTONES, 'for'],
    ['has an amount that the record has in cents', 'The order total is 129.50 euros.', ORDER, 'for'],
    ['has an amount of cents as euros', 'The order total is 12,950 euros.', ORDER, 'against'],
    ['may have an amount in another unit', 'The payout amounts to £10,482.50.', PAYOUT, undefined],
    ['has the name behind a unit', 'Bram Kuiper worked 14 hours of overtime.', SHIFTS, 'for'],
    ['has another number of that name', 'Deepak Rao worked 14 hours of overtime.', SHIFTS, 'against'],
    ['counts items with a value and not all', 'Two employees took no leave.', SHIFTS, 'for'],
    ['is no count of a list of which it says more', 'One medium finding has a fix.', SCAN, undefined],
    ['is about one item and not all', 'All six replicas of checkout are ready.', DEPLOYS, undefined],
    ['is of a day that has its own values', 'The high on 10 March 2025 is 8 degrees.', DEPLOYS, undefined],
    ['is of another end', 'The lowest temperature is minus 3 degrees.', DEPLOYS, undefined],
    ['has a number of a longer name', 'There are six pages.', DEPLOYS, undefined],
    ['is about a record and not its name', 'Rui leads the project.', DEPLOYS, undefined],
    ['ranks no identifiers', 'Tom Baird logged in more recently than Ines Ferro.', USERS, undefined],
    ['has a name and one value', 'Ines Ferro is the only employee in Logistics.', USERS, 'for'],
    ['denies no number', 'The order has not been shipped.', PARCEL, undefined],
    ['denies a number', 'There is no shipping.', PARCEL, 'for'],
    ['is about an item within another one', 'The test job of pipeline 882 was retried twice.', PIPELINES, 'for'],
    ['is about an item within another one', 'The test job of pipeline 881 was retried twice.', PIPELINES, undefined],
    ['is not true of all where one may differ', 'All pipelines on main succeeded.', PIPELINES, undefined],
    ['names an item of an item', 'Dr. Osei has 12 bookings on Monday.', CLINIC, 'for'],
    ['names another item of that item', 'Dr. Osei has 7 bookings on Monday.', CLINIC, 'against'],
    ['has a price times its number', 'The office chairs cost 645 euros in total.', CHAIRS, 'for'],
    ['may mean one of several', 'The office chairs cost 645 euros.', CHAIRS, undefined],
    ['has a price and no shipping', 'The office chairs cost 60 euros.', CHAIRS, undefined],
    ['has a share as a percentage', 'Occupancy is 82 percent.', CLINIC, 'for'],
    ['has another share', 'Occupancy is 72 percent.', CLINIC, 'against'],
    ['says that nothing has happened', 'Nothing has been refunded to Oskar Lind.', STAY, 'for'],
    ['says that something has happened', 'Oskar Lind has been given refunds.', STAY, 'against'],
    ['says that nobody does what no one has done', 'Nobody has the Code of Conduct checked out.', REVIEW, 'for'],
    ['says that someone does what no one has done', 'Ana has checked out the Code of Conduct.', REVIEW, 'against'],
    ['denies an action and not its object', 'Nobody has read the comments.', REVIEW, undefined],
    ['is about what is still to come', 'Luis Prado has yet to decide on version 3.2.', REVIEW, 'for'],
    ['is about what has happened', 'Greta Holm has yet to decide on version 3.2.', REVIEW, undefined],
    ['has a state that describes a noun', 'The payment of Oskar Lind was for running shoes.', STAY, undefined],
    ['has a number of another unit', 'Oskar Lind stays for three nights.', STAY, undefined],
    ['is about two records', 'Mugs are out of stock in OSL but available in CPH.', STOCK, 'for'],
    ['is about two records', 'Mugs are available in OSL but out of stock in CPH.', STOCK, 'against'],
    [
      'is about the rest too',
      'Mugs are out of stock in OSL and the rest of the goods are available.',
      STOCK,
      undefined,
    ],
    ['counts what is not meant', 'CPH still has 24 mugs that are not allocated.', STOCK, undefined],
    ['counts no items of another list', 'The scan found two high findings.', SCAN, undefined],
    ['denies a whole and not its parts', 'Not all pipelines on main succeeded.', PIPELINES, undefined],
    ['denies in other words', 'Mugs are anything but available in CPH.', STOCK, undefined],
    ['denies a denial', 'CPH is not without mugs.', STOCK, undefined],
  ])('%s: %s', (_, claim, text, stance) => {
    expect(stanceOf(claim, text)).toBe(stance);
  });
});
