const QUOTE = 0x22;
const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;

/** Puts LF for CR in a file whose first line ends at CR alone; offsets stay those of the file. */
export class LineEnds {
  readonly #escape: number | undefined;
  #areReturns: boolean | undefined;
  #isQuoted = false;
  #isEscaped = false;
  /** A carriage return at the end of the bytes so far: the next byte tells what it is. */
  #hasReturn = false;

  /** @param escapeSign the sign before a quote that closes nothing */
  constructor(escapeSign?: number) {
    this.#escape = escapeSign;
  }

  /** The bytes, all but a last carriage return of which it is not known yet what it is. */
  take(bytes: Buffer): Buffer {
    const whole = this.#hasReturn ? Buffer.concat([RETURN, bytes]) : bytes;
    this.#hasReturn = false;
    this.#areReturns ??= this.#detect(whole);
    if (this.#areReturns === true)
      return Buffer.from(whole.map((byte) => (byte === CARRIAGE_RETURN ? LINE_FEED : byte)));
    return this.#hasReturn ? whole.subarray(0, -1) : whole;
  }

  end(): Buffer {
    const last = this.#hasReturn ? Buffer.of(LINE_FEED) : Buffer.alloc(0);
    this.#hasReturn = false;
    return last;
  }

  /** Undefined where the first line goes on. */
  #detect(bytes: Buffer): boolean | undefined {
    for (const [at, byte] of bytes.entries()) {
      if (byte === LINE_FEED) return false;
      if (byte === CARRIAGE_RETURN && !this.#isQuoted) {
        this.#hasReturn = at === bytes.length - 1;
        return this.#hasReturn ? undefined : bytes[at + 1] !== LINE_FEED;
      }
      if (byte === QUOTE && !this.#isEscaped) this.#isQuoted = !this.#isQuoted;
      this.#isEscaped = byte === this.#escape && !this.#isEscaped;
    }
    return undefined;
  }
}

const RETURN = Buffer.of(CARRIAGE_RETURN);
