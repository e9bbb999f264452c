import { createHash } from 'node:crypto';
import { assembled } from '../../../scripts/fuzz/sample-files.ts';

const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
const ID = Buffer.from('0123456789abcdef');

/** A PDF of one page, encrypted with RC4 of 40 bits and the empty user password: what the algorithms 1 to 4 of ISO 32000 say. */
export function encryptedPdf(content: string, permissions: number): Buffer {
  const owner = rc4(md5(PADDING).subarray(0, 5), PADDING);
  const flags = Buffer.alloc(4);
  flags.writeInt32LE(permissions);
  const key = md5(Buffer.concat([PADDING, owner, flags, ID])).subarray(0, 5);
  const user = rc4(key, PADDING);
  const objectKey = md5(Buffer.concat([key, Buffer.from([5, 0, 0, 0, 0])])).subarray(0, 10);
  const stream = rc4(objectKey, Buffer.from(content, 'latin1'));
  const hex = (bytes: Buffer) => `<${bytes.toString('hex')}>`;
  const plain = assembled([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 5 0 R /Resources << /Font << /F1 3 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream.toString('latin1')}\nendstream`,
    `<< /Filter /Standard /V 1 /R 2 /O ${hex(owner)} /U ${hex(user)} /P ${permissions} >>`,
  ]);
  const trailer = `/Root 1 0 R /Encrypt 6 0 R /ID [${hex(ID)} ${hex(ID)}]`;
  return Buffer.from(plain.toString('latin1').replace('/Root 1 0 R', trailer), 'latin1');
}

function md5(bytes: Buffer): Buffer {
  return createHash('md5').update(bytes).digest();
}

/** Written out, because OpenSSL 3 has it as a legacy cipher only. */
function rc4(key: Buffer, bytes: Buffer): Buffer {
  const state = Array.from({ length: 256 }, (_, i) => i);
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + state[i]! + key[i % key.length]!) % 256;
    [state[i], state[j]] = [state[j]!, state[i]!];
  }
  let [i, j] = [0, 0];
  return Buffer.from(bytes).map((byte) => {
    i = (i + 1) % 256;
    j = (j + state[i]!) % 256;
    [state[i], state[j]] = [state[j]!, state[i]!];
    return byte ^ state[(state[i]! + state[j]!) % 256]!;
  }) as Buffer;
}
