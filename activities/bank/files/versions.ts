import type { BankFileKind } from '../../../domain/bank/messages.ts';

export const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:';

/** The versions that the gateway writes, and those of the bank's messages whose schemas it must have. */
export const MESSAGE_VERSIONS: Readonly<Record<BankFileKind, string>> = {
  'pain.001': 'pain.001.001.09',
  'pain.002': 'pain.002.001.10',
  'camt.052': 'camt.052.001.08',
  'camt.053': 'camt.053.001.08',
  'camt.054': 'camt.054.001.08',
  'camt.055': 'camt.055.001.05',
  'camt.029': 'camt.029.001.06',
};

const ACCOUNT_VERSIONS = ['02', '03', '04', '05', '06', '07', '08'];

/** All versions that are read: what the gateway takes from them is the same, or at a place that it knows. */
const READ_VERSIONS: Readonly<Partial<Record<BankFileKind, readonly string[]>>> = {
  'pain.002': ['03', '04', '05', '06', '07', '08', '09', '10'],
  'camt.052': ACCOUNT_VERSIONS,
  'camt.053': ACCOUNT_VERSIONS,
  'camt.054': ACCOUNT_VERSIONS,
};

export interface MessageVersion {
  readonly kind: BankFileKind;
  /** Such as `camt.053.001.08`. */
  readonly version: string;
}

/** Which message a document claims to be, by the namespace of its root; null for any other document. */
export function versionOf(body: Uint8Array): MessageVersion | null {
  const head = Buffer.from(body.subarray(0, 4_000))
    .toString('utf8')
    .replace(/^\s*<\?xml\s[^>]*\?>/, '');
  const root = /^\s*<(?:([\w.-]+):)?Document\s([^>]*)>/.exec(head);
  if (root === null) return null;
  const [, prefix, attributes = ''] = root;
  const name = prefix === undefined ? 'xmlns' : `xmlns:${prefix}`;
  const [, value = ''] = ` ${attributes}`.replaceAll(/\s+/g, ' ').split(` ${name}=`);
  const namespace = value.slice(1).split(value.charAt(0))[0] ?? '';
  if (!namespace.startsWith(NAMESPACE)) return null;
  const version = namespace.slice(NAMESPACE.length);
  const [, kind, number = ''] = /^([a-z]{4}\.\d{3})\.001\.(\d{2})$/.exec(version) ?? [];
  const known = Object.entries(MESSAGE_VERSIONS).find(([each]) => each === kind);
  if (known === undefined) return null;
  const [knownKind, written] = known as [BankFileKind, string];
  const isRead = version === written || READ_VERSIONS[knownKind]?.includes(number) === true;
  return isRead ? { kind: knownKind, version } : null;
}
