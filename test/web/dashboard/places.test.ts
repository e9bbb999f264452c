import { expect, it } from 'vitest';
import { fragmentOf, type Place, placeOf } from '../../../src/web/dashboard/places.ts';

const PLACES: readonly Place[] = [
  { page: 'overview' },
  { page: 'customers', search: '', status: '', skip: 0 },
  { page: 'customers', search: 'a & b?#/é', status: 'past_due', skip: 50 },
  { page: 'customer', id: 'cus_1/x' },
  { page: 'audit', subject: 'sub_1', cursor: 'a=b' },
  { page: 'plans' },
];

it('reads back every place that it names', () => {
  for (const place of PLACES) expect(placeOf(fragmentOf(place))).toEqual(place);
});

it('opens the overview for any other address, and the customer list with any other parameter', () => {
  for (const fragment of ['', '#/', '#/nowhere', '#main']) {
    expect(placeOf(fragment), fragment).toEqual({ page: 'overview' });
  }
  expect(placeOf('#/customers?skip=-5&count=x')).toEqual({ page: 'customers', search: '', status: '', skip: 0 });
  expect(placeOf('#/customers/%E0%A4%A')).toEqual({ page: 'customer', id: '%E0%A4%A' });
});
