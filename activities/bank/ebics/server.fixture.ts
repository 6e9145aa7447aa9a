import {
  constants,
  createCipheriv,
  createDecipheriv,
  createHash,
  type KeyObject,
  privateDecrypt,
  publicEncrypt,
  randomBytes,
  verify,
  X509Certificate,
} from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { deflateSync, inflateSync } from 'node:zlib';
import { zipSync } from 'fflate';
import type { XmlDocument } from 'libxml2-wasm';
import { requireAuthSignature, withAuthSignature } from './auth-signature.ts';
import { publicKeyHash } from './crypto.ts';
import type { EbicsKeys } from './keys.ts';
import { DS, EBICS, inXml, onlyText } from './xml.ts';

/** The steps of the protocol, as the server sees them. */
export const EBICS_STEPS = ['BTU', 'order-segment', 'BTD', 'segment', 'receipt'] as const;
type Step = (typeof EBICS_STEPS)[number] | 'INI' | 'HIA' | 'HPB';

export interface TestEbicsServer {
  readonly url: string;
  /** Every step that was carried out. */
  readonly steps: Step[];
  /** The connection breaks at the next such step: before the server does it, or before it answers. */
  break: { step: Step; when: 'before' | 'after' } | undefined;
  /** Changes the next answers, as somebody between us and the bank would. */
  tamper: ((answer: string) => string) | undefined;
  /** Requests as they came, for a replay. */
  readonly requests: string[];
  /** Bytes in one segment of a download. */
  segmentSize: number;
  container: 'ZIP' | 'broken' | undefined;
  /** Requests of another hour are refused. */
  nowMs: () => number;
  post(body: string): Promise<string>;
  close(): Promise<void>;
}

export interface TestEbicsSettings {
  /** With `to-bank` and `from-bank`, where a simulated bank works. */
  readonly folder: string;
  readonly bank: EbicsKeys;
  readonly hostId: string;
}

interface Refusal {
  readonly refused: string;
}

interface Transaction {
  readonly isUpload: boolean;
  readonly transactionKey: Buffer;
  /** Upload: what came; download: what goes. */
  readonly segments: string[];
  readonly count: number;
  readonly files: readonly string[];
  readonly signature: Buffer;
  readonly digest: string;
  next: number;
}

type Answer = { header?: string; fixed?: string; body?: string; code?: string } | Refusal;

/**
 * A bank's EBICS 3.0 server over the folder of the simulated bank. It checks every signature, digest, phase and
 * segment, refuses replays, and offers a download until its receipt.
 */
export async function startEbicsServer(settings: TestEbicsSettings): Promise<TestEbicsServer> {
  const http = createServer();
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/ebics`;
  const server: TestEbicsServer = {
    url,
    steps: [],
    requests: [],
    break: undefined,
    tamper: undefined,
    container: undefined,
    segmentSize: 1_000_000,
    nowMs: Date.now,
    post: async (body) => (await fetch(url, { method: 'POST', body })).text(),
    close: () => closeServer(http),
  };
  const side = new BankSide(settings, server);
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const body = await text(incoming);
    server.requests.push(body);
    inXml(body, (document) => {
      const step = side.stepOf(document);
      const fault = server.break?.step === step ? server.break.when : undefined;
      if (fault !== undefined) server.break = undefined;
      const answer = fault === 'before' ? undefined : side.answer(document, step);
      if (answer !== undefined && !('refused' in answer)) server.steps.push(step);
      if (answer === undefined || fault === 'after') incoming.socket.destroy();
      else outgoing.end((server.tamper ?? String)(written(answer, step, settings.bank)));
    });
  };
  http.on('request', (incoming, outgoing) => void serve(incoming, outgoing));
  return server;
}

/** The bank's side: who the user is, what was begun, and what the folder holds. */
class BankSide {
  readonly users: { signature?: KeyObject; authentication?: KeyObject; encryption?: KeyObject } = {};
  readonly nonces = new Set<string>();
  readonly transactions = new Map<string, Transaction>();
  readonly toBank: string;
  readonly fromBank: string;
  readonly bank: EbicsKeys;
  readonly hostId: string;
  readonly server: Pick<TestEbicsServer, 'nowMs' | 'segmentSize' | 'container'>;

  constructor({ folder, bank, hostId }: TestEbicsSettings, server: BankSide['server']) {
    this.toBank = join(folder, 'to-bank');
    this.fromBank = join(folder, 'from-bank');
    this.bank = bank;
    this.hostId = hostId;
    this.server = server;
  }

  keyOrder(document: XmlDocument, order: string): Answer {
    const data = Buffer.from(onlyText(document, '//e:OrderData'), 'base64');
    return inXml(inflateSync(data).toString(), (content) => {
      const keyIn = (element: string) => {
        const path = `//*[local-name()='${element}']/ds:X509Data/ds:X509Certificate`;
        const certificate = new X509Certificate(Buffer.from(onlyText(content, path), 'base64'));
        if (!certificate.verify(certificate.publicKey)) throw new Error('A certificate is not signed.');
        return certificate.publicKey;
      };
      if (order === 'INI') this.users.signature = keyIn('SignaturePubKeyInfo');
      else {
        this.users.authentication = keyIn('AuthenticationPubKeyInfo');
        this.users.encryption = keyIn('EncryptionPubKeyInfo');
      }
      return {};
    });
  }

  bankKeys(): Answer {
    const info = (name: string, version: string, { certificate }: EbicsKeys['signature']) =>
      `<${name}PubKeyInfo><ds:X509Data><ds:X509Certificate>${certificate.raw.toString('base64')}</ds:X509Certificate>` +
      `</ds:X509Data><${name}Version>${version}</${name}Version></${name}PubKeyInfo>`;
    const order =
      `<HPBResponseOrderData xmlns="${EBICS}" xmlns:ds="${DS}">${info('Authentication', 'X002', this.bank.authentication)}` +
      `${info('Encryption', 'E002', this.bank.encryption)}<HostID>${this.hostId}</HostID></HPBResponseOrderData>`;
    const { info: encryption, data } = this.encrypted(Buffer.from(order));
    return { body: `<DataTransfer>${encryption}<OrderData>${data}</OrderData></DataTransfer>` };
  }

  encrypted(order: Buffer) {
    if (this.users.encryption === undefined) throw new Error('The user has no key.');
    const key = randomBytes(16);
    const cipher = createCipheriv('aes-128-cbc', key, Buffer.alloc(16));
    const data = Buffer.concat([cipher.update(deflateSync(order)), cipher.final()]).toString('base64');
    const wrapped = publicEncrypt({ key: this.users.encryption, padding: constants.RSA_PKCS1_PADDING }, key);
    const hash = publicKeyHash(this.users.encryption).toString('base64');
    const info =
      '<DataEncryptionInfo authenticate="true"><EncryptionPubKeyDigest Version="E002" ' +
      `Algorithm="http://www.w3.org/2001/04/xmlenc#sha256">${hash}</EncryptionPubKeyDigest>` +
      `<TransactionKey>${wrapped.toString('base64')}</TransactionKey></DataEncryptionInfo>`;
    return { info, data, key };
  }

  /** The first request of a transaction names the bank's keys, the time, and a number that it never repeats. */
  opens(document: XmlDocument): string | null {
    const nonce = onlyText(document, '//e:static/e:Nonce');
    const time = Date.parse(onlyText(document, '//e:static/e:Timestamp'));
    if (this.nonces.has(nonce) || Math.abs(time - this.server.nowMs()) > 3_600_000) return '091103';
    this.nonces.add(nonce);
    const digests = [
      onlyText(document, '//e:BankPubKeyDigests/e:Authentication'),
      onlyText(document, '//e:Encryption'),
    ];
    const own = [this.bank.authentication, this.bank.encryption].map(({ certificate }) =>
      publicKeyHash(certificate.publicKey),
    );
    return digests.every((digest, index) => digest === own[index]?.toString('base64')) ? null : '091008';
  }

  openUpload(document: XmlDocument): Answer {
    const wrapped = Buffer.from(onlyText(document, '//e:TransactionKey'), 'base64');
    const key = this.bank.encryption.key;
    const transactionKey = privateDecrypt({ key, padding: constants.RSA_PKCS1_PADDING }, wrapped);
    const signatures = decrypted(transactionKey, onlyText(document, '//e:SignatureData')).toString();
    const signature = inXml(signatures, (content) => onlyText(content, "//*[local-name()='SignatureValue']"));
    if (document.find('//e:BTUOrderParams/e:SignatureFlag', { e: EBICS }).length !== 1) return refuse('091112');
    const id = this.begin({
      isUpload: true,
      transactionKey,
      segments: [],
      files: [],
      next: 1,
      count: Number(onlyText(document, '//e:static/e:NumSegments')),
      signature: Buffer.from(signature, 'base64'),
      digest: onlyText(document, '//e:DataDigest'),
    });
    return { fixed: `<TransactionID>${id}</TransactionID>` };
  }

  takeSegment(document: XmlDocument, id: string, { number, isLast }: { number: number; isLast: boolean }): Answer {
    const open = this.transactions.get(id);
    if (open === undefined || !open.isUpload) return refuse('091101');
    if (number !== open.next || isLast !== (number === open.count)) return refuse(isLast ? '011101' : '091104');
    open.segments.push(onlyText(document, '//e:OrderData'));
    open.next += 1;
    if (!isLast) return { fixed: `<TransactionID>${id}</TransactionID>` };
    this.transactions.delete(id);
    const order = decrypted(open.transactionKey, open.segments.join(''));
    const digest = createHash('sha256').update(order).digest();
    const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 };
    const { signature: key } = this.users;
    const isSigned = key !== undefined && verify('sha256', digest, { key, ...padding }, open.signature);
    if (!isSigned || digest.toString('base64') !== open.digest) return refuse('091301');
    writeFileSync(join(this.toBank, '.upload'), order);
    renameSync(join(this.toBank, '.upload'), join(this.toBank, `upload.${id}.xml`));
    return { fixed: `<TransactionID>${id}</TransactionID>` };
  }

  openDownload(document: XmlDocument): Answer {
    const message = onlyText(document, '//e:BTDOrderParams/e:Service/e:MsgName');
    const files = readdirSync(this.fromBank)
      .filter((name) => !name.startsWith('.') && name.includes(message))
      .sort();
    if (files.length === 0) return refuse('090005');
    const contents = files.map((name) => [name, readFileSync(join(this.fromBank, name))] as const);
    const isOne = this.server.container === undefined;
    const whole = isOne ? (contents[0]?.[1] ?? Buffer.alloc(0)) : Buffer.from(zipSync(Object.fromEntries(contents)));
    const { info, data, key } = this.encrypted(this.server.container === 'broken' ? whole.subarray(0, 40) : whole);
    const size = this.server.segmentSize;
    const segments = Array.from({ length: Math.ceil(data.length / size) }, (_, at) =>
      data.slice(at * size, (at + 1) * size),
    );
    const taken = isOne ? files.slice(0, 1) : files;
    const id = this.begin({
      isUpload: false,
      transactionKey: key,
      segments,
      count: segments.length,
      files: taken,
      next: 2,
      signature: Buffer.alloc(0),
      digest: '',
    });
    return {
      fixed: `<TransactionID>${id}</TransactionID><NumSegments>${segments.length}</NumSegments>`,
      header: `<SegmentNumber lastSegment="${segments.length === 1}">1</SegmentNumber>`,
      body: `<DataTransfer>${info}<OrderData>${segments[0]}</OrderData></DataTransfer>`,
    };
  }

  giveSegment(id: string, number: number): Answer {
    const open = this.transactions.get(id);
    const data = open?.segments[number - 1];
    if (open === undefined || open.isUpload) return refuse('091101');
    if (data === undefined || number !== open.next) return refuse('091104');
    open.next += 1;
    return {
      fixed: `<TransactionID>${id}</TransactionID>`,
      header: `<SegmentNumber lastSegment="${number === open.count}">${number}</SegmentNumber>`,
      body: `<DataTransfer><OrderData>${data}</OrderData></DataTransfer>`,
    };
  }

  takeReceipt(document: XmlDocument, id: string): Answer {
    const open = this.transactions.get(id);
    if (open === undefined || open.next <= open.count) return refuse('091101');
    this.transactions.delete(id);
    if (onlyText(document, '//e:ReceiptCode') !== '0') return { code: '011001' };
    for (const name of open.files) rmSync(join(this.fromBank, name), { force: true });
    return { fixed: `<TransactionID>${id}</TransactionID>`, code: '011000' };
  }

  begin(transaction: Transaction): string {
    const id = randomBytes(16).toString('hex').toUpperCase();
    this.transactions.set(id, transaction);
    return id;
  }

  stepOf(document: XmlDocument): Step {
    const order = onlyText(document, '//e:AdminOrderType');
    if (order !== '') return order as Step;
    if (onlyText(document, '//e:TransactionPhase') === 'Receipt') return 'receipt';
    const open = this.transactions.get(onlyText(document, '//e:static/e:TransactionID'));
    return open?.isUpload === true ? 'order-segment' : 'segment';
  }

  answer(document: XmlDocument, step: Step): Answer {
    if (step === 'INI' || step === 'HIA') return this.keyOrder(document, step);
    if (this.users.authentication === undefined) return refuse('091002');
    try {
      requireAuthSignature(document, this.users.authentication);
    } catch {
      return refuse('061001');
    }
    if (step === 'HPB') return this.bankKeys();
    const id = onlyText(document, '//e:static/e:TransactionID');
    const segment = '//e:SegmentNumber';
    const isLast = document.find(`${segment}[@lastSegment='true']`, { e: EBICS }).length === 1;
    const number = Number(onlyText(document, segment));
    if (step === 'receipt') return this.takeReceipt(document, id);
    if (step === 'segment') return this.giveSegment(id, number);
    if (step === 'order-segment') return this.takeSegment(document, id, { number, isLast });
    const problem = this.opens(document);
    if (problem !== null) return refuse(problem);
    return step === 'BTU' ? this.openUpload(document) : this.openDownload(document);
  }
}

function refuse(code: string): Refusal {
  return { refused: code };
}

function written(answer: Answer, step: Step, bank: EbicsKeys): string {
  const isAboutKeys = step === 'INI' || step === 'HIA' || step === 'HPB';
  const root = isAboutKeys ? 'ebicsKeyManagementResponse' : 'ebicsResponse';
  const refused = 'refused' in answer ? answer.refused : undefined;
  const { header = '', fixed = '', body = '', code = '000000' } = 'refused' in answer ? {} : answer;
  const phase = isAboutKeys ? '' : '<TransactionPhase>Initialisation</TransactionPhase>';
  const technical = refused ?? code;
  const before =
    `<${root} xmlns="${EBICS}" xmlns:ds="${DS}" Version="H005" Revision="1"><header authenticate="true">` +
    `<static>${fixed}</static><mutable>${phase}${header}<ReturnCode>${technical}</ReturnCode>` +
    `<ReportText>Code ${technical}</ReportText></mutable></header>`;
  const after = `<body>${body}<ReturnCode authenticate="true">${refused ?? '000000'}</ReturnCode></body></${root}>`;
  return isAboutKeys ? before + after : withAuthSignature({ before, after }, bank.authentication.key);
}

function decrypted(transactionKey: Buffer, data: string): Buffer {
  const decipher = createDecipheriv('aes-128-cbc', transactionKey, Buffer.alloc(16));
  return inflateSync(Buffer.concat([decipher.update(Buffer.from(data, 'base64')), decipher.final()]));
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
