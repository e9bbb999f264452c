import type { CustomerFile, LetterRecord, PlanRecord } from './records.ts';
import type { Session } from './session.ts';

/** What a view needs of the page around it. */
export interface Stage {
  readonly session: Session;
  /** Puts these in place of what the page shows. */
  show(...children: readonly HTMLElement[]): void;
  /** Does the work and tells of troubles instead of throwing them. */
  attempt(work: () => Promise<void>): Promise<void>;
  /** For screen readers. */
  say(text: string): void;
}

/** What the parts of a customer's page share. */
export interface CustomerPage {
  readonly stage: Stage;
  readonly file: CustomerFile;
  readonly plans: readonly PlanRecord[];
  readonly letters: readonly LetterRecord[];
  /** Shows the page anew, after a change. */
  readonly refresh: () => Promise<void>;
}
