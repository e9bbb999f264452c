/** The result of a check. `not run` is neither good nor bad: its reason says what the cluster or the caller lacks. */
export interface Finding {
  readonly result: 'passed' | 'failed' | 'not run';
  /** Figures, or why it failed or was not run. One line. */
  readonly detail: string;
}

export const passed = (detail: string): Finding => ({ result: 'passed', detail });
export const failed = (detail: string): Finding => ({ result: 'failed', detail });
export const notRun = (reason: string): Finding => ({ result: 'not run', detail: reason });

/** Passes when nothing is wrong; else the problems come before the figures. */
export const unless = (problems: readonly string[], detail: string): Finding =>
  problems.length === 0 ? passed(detail) : failed(`${problems.join('; ')} (${detail})`);
