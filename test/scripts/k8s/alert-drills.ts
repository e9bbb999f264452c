/** Values of samples by series, one a minute, in Prometheus' notation: `0+60x60` begins at 0 and grows by 60 a minute. */
export type Series = Readonly<Record<string, string>>;

const requests = (status: string, refused = '', pod = 'a') =>
  `claim_verification_requests_total{pod="${pod}",method="POST",route="/v1/verify",status="${status}",refused="${refused}"}`;
const refused = (reason: string) => `claim_verification_refused_total{pod="a",reason="${reason}"}`;
const bucket = (seconds: string) =>
  `claim_verification_request_seconds_bucket{pod="a",route="/v1/verify",le="${seconds}"}`;
const emails = (outcome: string) => `claim_verification_emails_total{pod="a",outcome="${outcome}"}`;
const runs = (outcome: string) => `claim_verification_job_runs_total{pod="a",job="retention",outcome="${outcome}"}`;
const rows = (outcome: string) => `claim_verification_job_rows_total{pod="a",outcome="${outcome}"}`;
const answers = (outcome: string) => `claim_verification_answers_total{pod="a",outcome="${outcome}"}`;
const store = (name: string) => `claim_verification_store_up{pod="a",store="${name}"}`;
const READY = 'claim_verification_ready{pod="a"}';
const RESTARTS = 'claim_verification_worker_restarts_total{pod="a"}';
const LAG = 'nodejs_eventloop_lag_p99_seconds{pod="a"}';
const MEMORY = 'process_resident_memory_bytes{pod="a"}';
const OLDEST_EMAIL = 'claim_verification_emails_oldest_seconds{pod="a"}';
const ROWS_WAITING = 'claim_verification_job_rows_waiting{pod="a"}';
const ON_GPU = 'claim_verification_model_info{pod="a",phase="verdict",provider="cuda"}';

/** What two pods tell for an hour in which nothing happens: a hundred verdicts a minute, and what single callers do wrong. */
export const ALL_IS_WELL: Series = {
  [READY]: '1x60',
  'claim_verification_ready{pod="b"}': '1x60',
  [store('database')]: '1x60',
  [store('redis')]: '1x60',
  [requests('200')]: '0+60x60',
  [requests('200', '', 'b')]: '0+40x60',
  [requests('401', 'unauthorized')]: '0+10x60',
  [requests('429', 'rate_limited')]: '0+30x60',
  [requests('503', 'service_unavailable')]: '0x60',
  [refused('queue_full')]: '0x60',
  [refused('over_share')]: '0x60',
  [bucket('1')]: '0+95x60',
  [bucket('5')]: '0+99x60',
  [bucket('10')]: '0+100x60',
  [bucket('+Inf')]: '0+100x60',
  [RESTARTS]: '0x60',
  [LAG]: '0.02x60',
  [MEMORY]: '700000000x60',
  'kube_pod_container_resource_limits{pod="a",container="server",resource="memory"}': '2147483648x60',
  [emails('sent')]: '0+1x60',
  [emails('given_up')]: '0x60',
  [OLDEST_EMAIL]: '20x60',
  [runs('done')]: '1x60',
  [runs('failed')]: '0x60',
  [ROWS_WAITING]: '60000-1000x60',
  [rows('answered')]: '0+990x60',
  [rows('failed')]: '0+10x60',
  [answers('pass')]: '0+60x60',
  [answers('review')]: '0+30x60',
  [answers('fail')]: '0+10x60',
  [ON_GPU]: '1x60',
};

interface Drill {
  readonly fault: string;
  /** In place of those of ALL_IS_WELL. */
  readonly series: Series;
  /** Alerts that fire, without ClaimVerification before their names. */
  readonly fires: readonly string[];
}

/** The faults of DRILLS.md as /metrics tells them. */
export const DRILLS: readonly Drill[] = [
  {
    fault: 'no pod runs',
    series: Object.fromEntries(Object.keys(ALL_IS_WELL).map((name) => [name, '1x40 _x20'])),
    fires: ['Gone'],
  },
  {
    fault: 'an index of documents was emptied, and most answers fail',
    series: { [answers('pass')]: '0+10x60', [answers('fail')]: '0+90x60' },
    fires: ['AnswersFail'],
  },
  {
    fault: 'one key sends four times as much as the service can do',
    series: { [requests('503', 'over_share')]: '0+300x60', [refused('over_share')]: '0+300x60' },
    fires: ['Refusing'],
  },
  {
    fault: 'all keys together send twice as much as the service can do',
    series: { [requests('503', 'queue_full')]: '0+100x60', [refused('queue_full')]: '0+100x60' },
    fires: ['Overloaded', 'Refusing'],
  },
  {
    fault: 'every third batch ends its worker',
    series: { [requests('503', 'service_unavailable')]: '0+30x60', [RESTARTS]: '0+30x60' },
    fires: ['ServerErrors', 'WorkersLost'],
  },
  { fault: 'one worker exits', series: { [RESTARTS]: '0x50 1x9' }, fires: [] },
  {
    fault: 'a bug answers with 500',
    series: { [requests('500', 'internal_error')]: '0+5x60' },
    fires: ['ServerErrors'],
  },
  { fault: 'a pod restarts', series: { [READY]: '1x55 0x2 1x5' }, fires: [] },
  { fault: 'a native run never returns, again and again', series: { [READY]: '0x60' }, fires: ['NotReady'] },
  {
    fault: 'the connection to Redis is lost',
    series: { [store('redis')]: '1x50 0x10', [requests('503', 'service_unavailable')]: '0x50 0+60x10' },
    fires: ['StoreLost', 'ServerErrors'],
  },
  { fault: 'Redis is lost and ON_REDIS_LOSS is open', series: { [store('redis')]: '0x60' }, fires: ['StoreLost'] },
  { fault: 'jobs fill the disk', series: { [store('disk')]: '1x50 0x10' }, fires: ['DiskFull'] },
  { fault: 'the connection to PostgreSQL breaks for one scrape', series: { [store('database')]: '1x59 0' }, fires: [] },
  {
    fault: 'longest requests fill the queue',
    series: { [bucket('1')]: '0+10x60', [bucket('5')]: '0+50x60' },
    fires: ['Slow'],
  },
  { fault: 'another process keeps the CPUs busy', series: { [LAG]: '0.4x60' }, fires: ['EventLoopDelayed'] },
  { fault: 'the memory limit is nearly reached', series: { [MEMORY]: '2000000000x60' }, fires: ['MemoryHigh'] },
  {
    fault: 'the mail server refuses an address',
    series: { [emails('given_up')]: '0x40 1x20' },
    fires: ['EmailsGivenUp'],
  },
  { fault: 'the mail server is down', series: { [OLDEST_EMAIL]: '0+60x60' }, fires: ['EmailsWait'] },
  { fault: 'the retention job fails twice', series: { [runs('failed')]: '0x20 1x20 2x20' }, fires: ['JobFails'] },
  { fault: 'the retention job fails once', series: { [runs('failed')]: '0x20 1x40' }, fires: [] },
  {
    fault: 'no replica verifies rows of jobs',
    series: { [ROWS_WAITING]: '500x60', [rows('answered')]: '0x60', [rows('failed')]: '0x60' },
    fires: ['JobsStandStill'],
  },
  {
    fault: 'there are no jobs',
    series: { [ROWS_WAITING]: '0x60', [rows('answered')]: '0x60', [rows('failed')]: '0x60' },
    fires: [],
  },
  {
    fault: 'a pod with a GPU computes on its CPUs',
    series: { [ON_GPU]: '_x60', 'claim_verification_model_info{pod="a",phase="verdict",provider="cpu"}': '1x60' },
    fires: ['OffTheGpu'],
  },
];
