import type { RecordBody, SubscriptionStatus } from '../../contract/records.ts';

export type Account = RecordBody<'Account'>;
export type AuditLine = RecordBody<'AuditList'>['lines'][number];
export type CustomerFile = RecordBody<'CustomerFile'>;
export type CustomerOverview = RecordBody<'CustomerList'>['customers'][number];
export type EmailRecord = RecordBody<'EmailList'>['emails'][number];
export type JobClient = RecordBody<'JobClientList'>['clients'][number];
export type KeyRecord = RecordBody<'Key'>;
export type PlanRecord = RecordBody<'Plan'>;
export type SubscriptionRecord = RecordBody<'Subscription'>;
/** Of one key or of several. */
export type UsageDay = Omit<Account['usage'][number], 'key_id'>;

export const STATUSES: readonly SubscriptionStatus[] = [
  'active',
  'trialing',
  'past_due',
  'unpaid',
  'canceled',
  'expired',
];
