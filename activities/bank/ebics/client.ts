import { X509Certificate } from 'node:crypto';
import type { XmlDocument } from 'libxml2-wasm';
import { Agent, request } from 'undici';
import type { EbicsService } from '../../../domain/bank/ebics-service.ts';
import { NotDeliveredError } from '../transport.ts';
import { requireAuthSignature } from './auth-signature.ts';
import { decryptOrder } from './crypto.ts';
import type { EbicsBankKeys } from './keys.ts';
import * as requests from './requests.ts';
import { EBICS, inXml, onlyText } from './xml.ts';

/** The bank refused, or has nothing. The code is EBICS's own, such as 090005 for no data. */
export class EbicsError extends Error {
  override readonly name = 'EbicsError';
  readonly code: string;
  constructor(code: string, what: string) {
    super(`${what} (EBICS ${code})`);
    this.code = code;
  }
}

/** The bank's data for us. It offers it again until it is confirmed. */
export interface EbicsDownload {
  readonly transactionId: string;
  readonly bytes: Buffer;
}

type Ask<By> = (by: By, body: string) => Promise<Answer>;

/** The bank's EBICS server: one request after the other. @param url `https:`; plain HTTP only on this machine */
export function ebicsClient(url: string) {
  const agent = new Agent({ connections: 1, keepAliveTimeout: 10_000, maxResponseSize: LONGEST_ANSWER });
  const post = async (body: string): Promise<string> => {
    const answer = await request(url, {
      method: 'POST',
      body,
      dispatcher: agent,
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
      headers: { 'content-type': 'text/xml; charset=UTF-8' },
      signal: AbortSignal.timeout(2 * TIMEOUT_MS),
    });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`The EBICS server answered with status ${answer.statusCode}.`);
    return text;
  };
  /** An answer to a signed request is believed only if the bank has signed it. */
  const ask: Ask<requests.KnownRequester> = async ({ bank }, body) =>
    inXml(await post(body), (document) => {
      requireAuthSignature(document, bank.authentication);
      return readAnswer(document, 'ebicsResponse');
    });
  const askAboutKeys: Ask<requests.Requester> = async (_by, body) =>
    inXml(await post(body), (document) => readAnswer(document, 'ebicsKeyManagementResponse'));
  return {
    /** Sends our public keys. The bank activates them after it has got the signed letter. */
    sendKeys: (by: requests.Requester) => sendKeys(askAboutKeys, by),
    /** The bank's keys as its server says: compare their hashes with the bank's letter before you use them. */
    fetchBankKeys: (by: requests.Requester) => fetchBankKeys(askAboutKeys, by),
    /** Everything of a kind that the bank has and we have not confirmed; null: nothing. */
    download: (by: requests.KnownRequester, service: EbicsService) => download(ask, by, service),
    /** The bank does not offer this download again. Only after everything in it is stored. */
    confirm: (by: requests.KnownRequester, { transactionId }: EbicsDownload) => confirm(ask, by, transactionId),
    /**
     * The bank has the order once this returns.
     * @throws NotDeliveredError if the bank certainly does not have it; any other error: only the bank knows
     */
    upload: (by: requests.KnownRequester, order: EbicsOrder) => upload(ask, by, order),
    close: () => agent.close(),
  };
}

interface EbicsOrder {
  readonly service: EbicsService;
  readonly bytes: Buffer;
}

async function sendKeys(ask: Ask<requests.Requester>, by: requests.Requester): Promise<void> {
  for (const order of ['INI', 'HIA'] as const) {
    requireDone(await ask(by, requests.keysRequest(by, order)), `The bank refused our keys (${order})`);
  }
}

async function fetchBankKeys(ask: Ask<requests.Requester>, by: requests.Requester): Promise<EbicsBankKeys> {
  const answer = await ask(by, requests.bankKeysRequest(by));
  requireDone(answer, 'The bank did not give its keys');
  const order = decryptOrder(by.keys.encryption.key, answer.transactionKey, Buffer.from(answer.data, 'base64'));
  return inXml(order.toString(), (document) => {
    const keyOf = (info: string) => {
      const path = `/e:HPBResponseOrderData/e:${info}/ds:X509Data/ds:X509Certificate`;
      return new X509Certificate(Buffer.from(onlyText(document, path), 'base64')).publicKey;
    };
    return { authentication: keyOf('AuthenticationPubKeyInfo'), encryption: keyOf('EncryptionPubKeyInfo') };
  });
}

async function download(
  ask: Ask<requests.KnownRequester>,
  by: requests.KnownRequester,
  service: EbicsService,
): Promise<EbicsDownload | null> {
  const first = await ask(by, requests.downloadRequest(by, service));
  if (first.technicalCode === NO_DATA || first.businessCode === NO_DATA) return null;
  requireDone(first, 'The bank refused a download');
  const { transactionId, segments, transactionKey } = first;
  if (!(segments >= 1 && segments <= MOST_SEGMENTS)) throw new Error(`A download has ${segments} segments.`);
  requireSegment(first, 1);
  const data = [first.data];
  for (let number = 2; number <= segments; number += 1) {
    const segment = { transactionId, number, isLast: number === segments };
    const next = await ask(by, requests.segmentRequest(by, segment));
    requireDone(next, `The bank refused segment ${number} of a download`);
    requireSegment(next, number);
    if (next.transactionId !== transactionId) throw new Error('The bank answered with another transaction.');
    data.push(next.data);
  }
  const bytes = decryptOrder(by.keys.encryption.key, transactionKey, Buffer.from(data.join(''), 'base64'));
  return { transactionId, bytes };
}

async function confirm(
  ask: Ask<requests.KnownRequester>,
  by: requests.KnownRequester,
  transactionId: string,
): Promise<void> {
  const answer = await ask(by, requests.receiptRequest(by, transactionId));
  if (answer.technicalCode !== CONFIRMED) requireDone(answer, 'The bank refused the receipt of a download');
}

async function upload(
  ask: Ask<requests.KnownRequester>,
  by: requests.KnownRequester,
  { service, bytes }: EbicsOrder,
): Promise<void> {
  const { opening, segments } = requests.prepareUpload(by, service, bytes);
  const send = async (number: number, transactionId: string) => {
    const segment = { transactionId, number, isLast: number === segments.length };
    const data = segments[number - 1] ?? '';
    const answer = await ask(by, requests.uploadSegmentRequest(by, { ...segment, data }));
    requireDone(answer, `The bank refused segment ${number} of an order`);
  };
  // Until the last segment is sent, the bank has no order.
  const transactionId = await notDelivered(async () => {
    const answer = await ask(by, opening);
    requireDone(answer, 'The bank refused an order');
    for (let number = 1; number < segments.length; number += 1) await send(number, answer.transactionId);
    return answer.transactionId;
  });
  try {
    await send(segments.length, transactionId);
  } catch (error) {
    // The bank has said no in an answer that it has signed.
    if (error instanceof EbicsError && error.code.startsWith('09')) throw new NotDeliveredError(error);
    throw error;
  }
}

const TIMEOUT_MS = 30_000;
/** A segment of one megabyte, and what is around it. */
const LONGEST_ANSWER = 4_000_000;
const MOST_SEGMENTS = 300;
const NO_DATA = '090005';
const CONFIRMED = '011000';

interface Answer {
  /** Of the protocol, and of the order. */
  readonly technicalCode: string;
  readonly businessCode: string;
  readonly report: string;
  readonly transactionId: string;
  readonly segments: number;
  readonly segment: number;
  readonly transactionKey: Buffer;
  readonly data: string;
}

/** Only from where the bank's signature covers it; the data itself is encrypted for us. */
function readAnswer(document: XmlDocument, root: string): Answer {
  const [isMarked] = document.find(`/e:${root}/e:header[@authenticate='true']`, { e: EBICS });
  if (isMarked === undefined) throw new Error(`The EBICS server did not answer with a ${root}.`);
  const at = (path: string) => onlyText(document, `/e:${root}/${path}`);
  const info = "e:body/e:DataTransfer/e:DataEncryptionInfo[@authenticate='true']/e:TransactionKey";
  return {
    technicalCode: at('e:header/e:mutable/e:ReturnCode'),
    businessCode: at("e:body/e:ReturnCode[@authenticate='true']"),
    report: at('e:header/e:mutable/e:ReportText'),
    transactionId: at('e:header/e:static/e:TransactionID'),
    segments: Number(at('e:header/e:static/e:NumSegments')),
    segment: Number(at('e:header/e:mutable/e:SegmentNumber')),
    transactionKey: Buffer.from(at(info), 'base64'),
    data: at('e:body/e:DataTransfer/e:OrderData'),
  };
}

/** Codes that begin with 00, 01 or 03 are no errors. @throws EbicsError */
function requireDone({ technicalCode, businessCode, report }: Answer, what: string): void {
  const code = [technicalCode, businessCode].find((each) => !/^0[013]\d{4}$/.test(each));
  if (code !== undefined)
    throw new EbicsError(code === '' ? 'without a code' : code, `${what}: ${report.slice(0, 200)}`);
}

function requireSegment({ segment }: Answer, number: number): void {
  if (segment !== number) throw new Error(`The bank sent segment ${segment} instead of ${number} of a download.`);
}

async function notDelivered<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new NotDeliveredError(error);
  }
}
