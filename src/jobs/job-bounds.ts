/** What an upload may not exceed, whatever the settings. */
export const UPLOAD_BOUNDS = {
  /** Of the sender, off the wire, over each minute in which the service waited for it. */
  pace: { bytesPerSecond: 1_000, windowMs: 60_000 },
  /** Unpacked bytes of a gzip file before its ratio counts. */
  unpackedFreely: 64_000_000,
  /** How many times its size a gzip file may unpack to then. Claims on one repeated source honestly reach 76. */
  unpackedTimes: 250,
} as const;
