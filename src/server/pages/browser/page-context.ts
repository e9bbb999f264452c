import type { Session } from './session.ts';

/** What a view needs of the page around it. */
export interface PageContext {
  readonly session: Session;
  /** Replaces the content of the page. */
  show(...children: readonly HTMLElement[]): void;
  /** Does the work; shows an error instead of throwing it. */
  attempt(work: () => Promise<void>): Promise<void>;
  /** Tells screen readers what happened. */
  announce(text: string): void;
}
