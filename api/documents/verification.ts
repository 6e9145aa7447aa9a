import { type DocumentFacts, verificationUrl } from '../../domain/documents/proof.ts';
import { qrModules } from '../../domain/web/qr-code.ts';
import { MUTED, type Sheet } from './sheet.ts';

/** Services needed to draw a document. */
export interface ProvingDeps {
  /** The proof of what the document states. */
  prove(facts: DocumentFacts): Promise<string>;
  readonly publicUrl: string;
}

export interface VerificationWords {
  readonly verify: string;
  readonly verifyText: string;
  readonly documentId: string;
}

/** The last part of a document: how it is verified. */
export async function drawVerification(
  sheet: Sheet,
  { prove, publicUrl }: ProvingDeps,
  { words, facts }: { readonly words: VerificationWords; readonly facts: DocumentFacts },
): Promise<void> {
  const url = verificationUrl(publicUrl, await prove(facts));
  sheet.keep(QR_SIZE + 44);
  sheet.skip(10);
  sheet.text('H2', words.verify);
  sheet.skip(2);
  const top = sheet.y;
  sheet.qrCode(qrModules(url), { alt: words.verify, size: QR_SIZE });
  sheet.text('P', words.verifyText, { indent: INDENT });
  sheet.link(new URL('/verify', publicUrl).href, url, INDENT);
  sheet.text('P', `${words.documentId}: ${facts.id}`, { indent: INDENT, size: 8, color: MUTED });
  sheet.skip(Math.max(0, top + QR_SIZE - sheet.y));
}

const QR_SIZE = 128;
const INDENT = 144;
