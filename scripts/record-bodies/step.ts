/** One request of a recording. In path, headers and text of a body `{{name}}` stands for a value that was kept. */
export interface Step {
  /** Unique within a recording: recordings are compared by it. */
  readonly name: string;
  /** Default: POST with a body, else GET. */
  readonly method?: string;
  readonly path: string;
  /** The name of the kept token that is sent; null: none. Default: that of the list. */
  readonly token?: string | null;
  /** An empty value leaves a header out. Default: JSON as content type of what has a body. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Text and bytes are sent as they are, everything else as JSON. */
  readonly body?: unknown;
  /** How a billing event is signed. */
  readonly signature?: 'good' | 'of another secret' | 'of another body' | 'old' | 'early';
  /** Sent as it is on a connection of its own, instead of a request made of the fields above. */
  readonly raw?: string;
  /** Names under which values of the answer are kept, and their paths in its body, as `key.id`. */
  readonly keep?: Readonly<Record<string, string>>;
  /** Asked again until the body has this `status`; the last answer is recorded. */
  readonly until?: string;
  /** Milliseconds before it is sent. */
  readonly pauseMs?: number;
  /** What is recorded of the body. `exact`: nothing is replaced. `names`: of metrics, without their values. Default: text. */
  readonly record?: 'text' | 'exact' | 'names' | 'base64' | 'nothing';
  /** Which port of the service. Default: `PORT`. */
  readonly port?: 'PORT' | 'ADMIN_PORT' | 'METRICS_PORT';
}

/** One line of a recording. */
export interface Line {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Steps whose token is this one, unless they say otherwise; their names begin with the name of the list. */
export function list(name: string, token: string | null, steps: readonly Step[]): Step[] {
  return steps.map((step) => ({ token, ...step, name: `${name}: ${step.name}` }));
}

/** Every `nth` step, the first one included. */
export function everyNth(nth: number, steps: readonly Step[]): Step[] {
  return steps.filter((_, at) => at % nth === 0);
}
