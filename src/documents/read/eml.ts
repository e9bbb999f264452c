import PostalMime, { type Address } from 'postal-mime';
import { withWindows1252 } from '../../rows/decode.ts';
import { type DocumentBody, DocumentBuilder } from './document-builder.ts';
import { readHtmlText } from './html.ts';

const MAX_NESTING = 30;

/** Subject, sender, receivers and date, then the page, which has tables as such, or the text. Attachments are named. */
export async function readEml(bytes: Uint8Array): Promise<DocumentBody> {
  const mail = await new PostalMime({ maxNestingDepth: MAX_NESTING }).parse(bytes);
  const builder = new DocumentBuilder();
  if (mail.subject !== undefined) builder.heading(1, { text: withWindows1252(mail.subject) });
  const people = { From: mail.from && [mail.from], To: mail.to, Cc: mail.cc };
  for (const [name, addresses] of Object.entries(people))
    if (addresses !== undefined)
      builder.paragraph({ text: withWindows1252(`${name}: ${addresses.map(nameOf).join(', ')}`) });
  // It is written as it came: in another zone it may be another day.
  const date = mail.headers.find(({ key }) => key === 'date')?.value;
  if (date !== undefined) builder.paragraph({ text: `Date: ${date}` });
  const text = withWindows1252(mail.text ?? '')
    .replace(/\r\n/g, '\n')
    .trim();
  const page = withWindows1252(mail.html ?? '');
  if (isWhole(page, text)) readHtmlText(page, builder);
  else for (const part of text.split(/\n{2,}/)) builder.paragraph({ text: part });
  for (const { filename, mimeType, related } of mail.attachments)
    if (!related) builder.note(`The attachment ${JSON.stringify(filename ?? mimeType)} was not read.`);
  return builder.body();
}

/** Some mails have only a hint in one of the two, such as to open it in a browser, or letters of an unknown encoding. */
function isWhole(page: string, text: string): boolean {
  if (page.includes('\ufffd')) return text === '';
  const builder = new DocumentBuilder();
  if (page !== '') readHtmlText(page, builder);
  return 2 * builder.body().text.length > text.length;
}

function nameOf({ name, address, group }: Address): string {
  if (group !== undefined) return name;
  return name === '' ? address : `${name} <${address}>`;
}
