/** Settings of 3.0.0, with what replaced each. Setting one has no effect and gives a warning at start. */
export const REMOVED: Readonly<Record<string, string>> = {
  BILLING_SECRET: 'a billing system changes subscriptions by /admin/v1 with the token of an operator',
  EVIDENCE_CANDIDATES: 'the verdict model reads a passage and three sentences of a document',
  JOB_DOWNLOADS_PER_CLIENT: 'a customer always downloads two results at the same time',
  JOB_FLOOR: 'jobs always have at least 5 % of the model time',
  JOB_UPLOADS: 'a process always receives 16 files at the same time',
  JOB_UPLOADS_PER_CLIENT: 'a customer always uploads two files at the same time',
  LOG_FORMAT: 'logs are readable on a terminal and JSON elsewhere',
  MAX_BATCH_TOKENS: 'the provider (CPU or CUDA) sets the batch size',
  MAX_VERDICT_PAIRS: 'what a claim costs is bounded by its length',
  QUEUE_RESERVE: 'clients below their equal share always have a quarter of MAX_QUEUE_MS more',
  RUN_TIMEOUT_MS: 'a batch that runs for a minute always ends the process',
  SHUTDOWN_NOTICE_MS: 'it is always 500 ms; to give a load balancer longer, delay SIGTERM (Kubernetes: preStop)',
  WINDOW_SENTENCES: 'passages have at most 300 tokens',
  WEBHOOK_HOSTS: 'jobs send no webhooks; ask for the job (GET /v1/jobs/{id}), or use jobs submit --wait',
  WEBHOOK_SECRET: 'jobs send no webhooks',
  WEBHOOK_V1: 'jobs send no webhooks',
};
