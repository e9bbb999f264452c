/** The meanings of the errors of one job, beyond those of every request about jobs. */
const ONE_JOB = { 404: 'The key has no job with this ID' } as const;

export const JOB_ERRORS = {
  one: ONE_JOB,
  submit: {
    400: 'A parameter or header is invalid, or the file has no rows, is in another encoding, or has a CSV header that lacks the columns or has more than 1,000 (details: limit, received, line)',
    408: 'No data of the file arrived for REQUEST_TIMEOUT_MS, or less than 1,000 bytes a second in a minute of waiting for it',
    409: 'The Idempotency-Key was used for another request, or the first request with it is still running (Retry-After)',
    413: 'The file has more than MAX_JOB_BYTES, unpacked, or more rows and blank lines than MAX_JOB_ROWS, or its gzip unpacks to too many times its size (details: limit, received, line)',
    429: 'Rate limit exceeded; the file has more rows than the key may submit today (details: remaining), or the customer uploads too many files at the same time (window: concurrent)',
    431: 'Address and headers are too long',
    507: 'Storage is full: the jobs of this customer or of all customers have reached their limit (details: limit, received), or the disk of the database is nearly full',
  },
  results: {
    ...ONE_JOB,
    409: 'The job is not finished',
    429: 'Rate limit exceeded; or the customer has too many downloads at the same time (details: window is concurrent)',
  },
  cancel: { ...ONE_JOB, 409: 'The job is completed' },
} as const;
