import { ACCOUNT } from './requests/account.ts';
import { ADMIN } from './requests/admin.ts';
import { ANSWER_EVENTS, ANSWERS } from './requests/answers.ts';
import { BILLING } from './requests/billing.ts';
import { BOUNDS, FAILED_LOGINS, LOST, MAIL } from './requests/bounds.ts';
import { BATCHES, CLAIMS, LABELLED, MATRICES, WITHOUT_DETAIL } from './requests/claims.ts';
import { KEYS, LIMITS } from './requests/customers.ts';
import { GATEWAY_REFUSALS, GATEWAYS, WITHOUT_SOURCES } from './requests/gateways.ts';
import { JOB_REFUSALS, JOBS, WAITING_JOBS } from './requests/jobs.ts';
import { METRICS, PAGES } from './requests/pages.ts';
import { REFUSALS } from './requests/refusals.ts';
import { BILLING_SECRET } from './send.ts';
import { everyNth, type Step } from './step.ts';

/** A service and what it is asked, in order. */
export interface Plan {
  readonly name: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

const OFTEN = '1000000';
const OPERATED = {
  ADMIN_TOKEN: 'admin-token-of-recordings',
  RATE_LIMIT_PER_MINUTE: OFTEN,
  FAILED_LOGINS_PER_MINUTE: OFTEN,
};
const GATEWAY_ROUTES = 'litellm,fms';

const MAIN = { ...OPERATED, GATEWAY_ROUTES };

/** Every setting that is seen from outside, with low bounds; no row of a job is begun. */
const BOUNDED = {
  ...OPERATED,
  BILLING_SECRET,
  ADMIN_PORT: 'free',
  METRICS_PORT: 'free',
  SMTP_URL: 'smtp://127.0.0.1:1',
  GATEWAY_ROUTES: 'litellm',
  LITELLM_WITHOUT_SOURCES: 'pass',
  CORS_ORIGINS: 'https://app.example',
  CHECKOUT_URL: 'https://shop.example/renew',
  DASHBOARD_URL: 'https://shop.example/keys',
  DEMO_KEY: 'true',
  REQUEST_TIMEOUT_MS: '1500',
  MAX_REQUEST_MS: '1',
  MAX_ANSWER_CHARACTERS: '200',
  MAX_SOURCES: '2',
  MAX_SOURCES_CHARACTERS: '2000',
  WINDOW_SENTENCES: '2',
  FAILED_LOGINS_PER_MINUTE: '3',
  JOB_CONCURRENCY: '0',
  JOB_TTL_DAYS: '3',
  MAX_JOB_BYTES: '2000',
  MAX_JOB_ROWS: '10',
  JOB_ROWS_PER_DAY: '15',
  WEBHOOK_HOSTS: 'hooks.example',
  WEBHOOK_SECRET: 'webhook-secret-of-recordings',
};

/** No server listens there. */
const NO_REDIS = { REDIS_URL: 'redis://127.0.0.1:1', UNREADY_WITHOUT: 'redis', JOBS: 'false' };

/** Claims in JSONL and CSV, answers, and claims in gzip, with their results. */
const FOUR_JOBS = 20;

export const PLANS: Readonly<Record<'compact' | 'default', readonly Plan[]>> = {
  compact: [
    {
      name: 'main',
      settings: MAIN,
      steps: [
        ...KEYS,
        ...CLAIMS,
        ...WITHOUT_DETAIL,
        ...LABELLED,
        ...everyNth(6, BATCHES),
        ...MATRICES,
        ...ANSWERS,
        ...ANSWER_EVENTS,
        ...GATEWAYS,
        ...REFUSALS,
        ...GATEWAY_REFUSALS,
        ...LIMITS,
        ...JOBS,
        ...JOB_REFUSALS,
        ...PAGES,
        ...METRICS,
      ],
    },
    {
      name: 'operator',
      settings: { ...OPERATED, BILLING_SECRET },
      steps: [...BILLING, ...ADMIN, ...ACCOUNT, ...PAGES, ...METRICS],
    },
    {
      name: 'bounded',
      settings: BOUNDED,
      steps: [
        ...KEYS.map((step): Step => ({ ...step, port: 'ADMIN_PORT' })),
        ...WAITING_JOBS,
        ...BOUNDS,
        ...MAIL,
        ...WITHOUT_SOURCES,
        ...METRICS.map((step): Step => ({ ...step, port: 'METRICS_PORT' })),
        ...FAILED_LOGINS,
      ],
    },
    { name: 'lost', settings: NO_REDIS, steps: LOST },
  ],
  default: [
    {
      name: 'main',
      settings: MAIN,
      steps: [
        ...KEYS,
        ...everyNth(4, CLAIMS),
        ...everyNth(12, LABELLED),
        ...everyNth(12, BATCHES),
        ...everyNth(5, MATRICES),
        ...everyNth(3, ANSWERS),
        ...everyNth(5, ANSWER_EVENTS),
        ...everyNth(2, GATEWAYS),
        ...JOBS.slice(0, FOUR_JOBS),
        ...PAGES.filter(({ path }) => path === '/info' || path === '/openapi.json'),
        ...METRICS,
      ],
    },
  ],
};
