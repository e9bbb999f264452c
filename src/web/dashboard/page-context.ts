import type { RecordBody } from '../../contract/records.ts';
import type { Session } from '../shared/session.ts';

export interface PageContext {
  readonly session: Session;
  /** Goes on with this token, also after a reload: the old one was rotated. */
  replaceToken(token: string): void;
  /** False for operators with the role read: what would change something is not shown, because it would be refused. */
  readonly mayChange: boolean;
  /** False where the service has no mail server: then no address is asked for. */
  readonly sendsMail: boolean;
  show(...children: readonly HTMLElement[]): void;
  /** Does the work; shows an error instead of throwing it. */
  attempt(work: () => Promise<void>): Promise<void>;
  announce(text: string): void;
}

export interface CustomerPage {
  readonly context: PageContext;
  readonly file: CustomerFile;
  readonly plans: readonly PlanRecord[];
  readonly emails: readonly EmailRecord[];
  readonly refresh: () => Promise<void>;
}

export type Account = RecordBody<'Account'>;
export type AuditLine = RecordBody<'AuditList'>['lines'][number];
export type CustomerFile = RecordBody<'CustomerFile'>;
export type CustomerOverview = RecordBody<'CustomerList'>['customers'][number];
export type EmailRecord = RecordBody<'EmailList'>['emails'][number];
export type KeyRecord = RecordBody<'Key'>;
export type PlanRecord = RecordBody<'Plan'>;
export type SubscriptionRecord = RecordBody<'Subscription'>;
export type UsageDay = Omit<Account['usage'][number], 'key_id'>;
