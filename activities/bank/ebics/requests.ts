import { createPublicKey, type KeyObject, randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { fragment } from 'xmlbuilder2';
import type { EbicsService } from '../../../domain/bank/ebics-service.ts';
import { type Unsigned, withAuthSignature } from './auth-signature.ts';
import {
  encryptOrder,
  newTransactionKey,
  orderDigest,
  publicKeyHash,
  signOrder,
  wrapTransactionKey,
} from './crypto.ts';
import type { EbicsBankKeys, EbicsKeys, EbicsSubscriber, OwnKey } from './keys.ts';
import { DS, EBICS, ORDER_SIGNATURES } from './xml.ts';

/** The caller, and the keys. */
export interface Requester {
  readonly of: EbicsSubscriber;
  readonly keys: EbicsKeys;
  readonly nowMs: number;
}

/** {@link Requester}, once the bank's keys are known. */
export interface KnownRequester extends Requester {
  readonly bank: EbicsBankKeys;
}

/** INI (our key for orders) and HIA (our other two keys): signed by nothing, so the bank asks for a letter. */
export function keysRequest({ of, keys }: Requester, order: 'INI' | 'HIA'): string {
  const content = order === 'INI' ? iniOrder(of, keys) : hiaOrder(of, keys);
  const fixed = { HostID: of.hostId, PartnerID: of.partnerId, UserID: of.userId, ...details(order) };
  const data = deflateSync(Buffer.from(content)).toString('base64');
  return whole('ebicsUnsecuredRequest', {
    before: header({ static: fixed, mutable: {} }),
    after: xml({ body: { DataTransfer: { OrderData: data } } }),
  });
}

/** HPB: asks for the bank's keys, which are encrypted for ours. */
export function bankKeysRequest({ of, keys, nowMs }: Requester): string {
  const fixed = { ...opening(of, nowMs), ...details('HPB') };
  const parts = { before: header({ static: fixed, mutable: {} }), after: '<body/>' };
  return signed('ebicsNoPubKeyDigestsRequest', parts, keys);
}

/** BTD: asks whether the bank has something of this kind, and for its first segment. */
export function downloadRequest({ of, keys, bank, nowMs }: KnownRequester, service: EbicsService): string {
  const params = { BTDOrderParams: { Service: serviceOf(service) } };
  const fixed = { ...opening(of, nowMs), ...details('BTD', params, bank) };
  const parts = { before: header({ static: fixed, mutable: phase('Initialisation') }), after: '<body/>' };
  return signed('ebicsRequest', parts, keys);
}

/** A later segment of a download. */
export function segmentRequest({ of, keys }: Requester, { transactionId, number, isLast }: Segment): string {
  const fixed = { HostID: of.hostId, TransactionID: transactionId };
  const parts = { before: header({ static: fixed, mutable: transfer(number, isLast) }), after: '<body/>' };
  return signed('ebicsRequest', parts, keys);
}

/** Confirms a download: the bank does not offer it again. */
export function receiptRequest({ of, keys }: Requester, transactionId: string): string {
  const fixed = { HostID: of.hostId, TransactionID: transactionId };
  const receipt = { body: { TransferReceipt: { '@authenticate': 'true', ReceiptCode: '0' } } };
  return signed(
    'ebicsRequest',
    { before: header({ static: fixed, mutable: phase('Receipt') }), after: xml(receipt) },
    keys,
  );
}

/** An order for the bank, signed, encrypted, and cut into segments. Only the last segment makes it an order. */
export interface PreparedUpload {
  readonly opening: string;
  readonly segments: readonly string[];
}

/** BTU: signs an order as its author, and encrypts it for the bank under a key of its own. */
export function prepareUpload(
  { of, keys, bank, nowMs }: KnownRequester,
  service: EbicsService,
  order: Buffer,
): PreparedUpload {
  if (LINE_BREAKS.some((byte) => order.includes(byte))) throw new Error('An order for EBICS has no line breaks.');
  const transactionKey = newTransactionKey();
  const segments = cut(encryptOrder(transactionKey, order).toString('base64'));
  const params = { BTUOrderParams: { Service: serviceOf(service), SignatureFlag: {} } };
  const fixed = { ...opening(of, nowMs), ...details('BTU', params, bank), NumSegments: String(segments.length) };
  const signature = signatureData(of, signOrder(keys.signature.key, order));
  const after = xml({
    body: {
      DataTransfer: {
        DataEncryptionInfo: {
          '@authenticate': 'true',
          EncryptionPubKeyDigest: digestOf('E002', bank.encryption),
          TransactionKey: wrapTransactionKey(bank.encryption, transactionKey).toString('base64'),
        },
        SignatureData: { '@authenticate': 'true', '#': encryptOrder(transactionKey, signature).toString('base64') },
        DataDigest: { '@SignatureVersion': 'A006', '#': orderDigest(order).toString('base64') },
      },
    },
  });
  const before = header({ static: fixed, mutable: phase('Initialisation') });
  return { opening: signed('ebicsRequest', { before, after }, keys), segments };
}

export interface Segment {
  readonly transactionId: string;
  /** From 1. */
  readonly number: number;
  readonly isLast: boolean;
}

/** Brings one segment of an order. */
export function uploadSegmentRequest(
  { of, keys }: Requester,
  { transactionId, number, isLast, data }: Segment & { readonly data: string },
): string {
  const fixed = { HostID: of.hostId, TransactionID: transactionId };
  const after = xml({ body: { DataTransfer: { OrderData: data } } });
  return signed('ebicsRequest', { before: header({ static: fixed, mutable: transfer(number, isLast) }), after }, keys);
}

/** Carriage return, line feed, and end of file: banks leave them out before they check the signature. */
const LINE_BREAKS = [0x0d, 0x0a, 0x1a];

/** A segment may have one megabyte. */
const SEGMENT_CHARACTERS = 1_000_000;

function cut(data: string): string[] {
  const count = Math.max(1, Math.ceil(data.length / SEGMENT_CHARACTERS));
  return Array.from({ length: count }, (_, at) => data.slice(at * SEGMENT_CHARACTERS, (at + 1) * SEGMENT_CHARACTERS));
}

function opening({ hostId, partnerId, userId }: EbicsSubscriber, nowMs: number) {
  return {
    HostID: hostId,
    Nonce: randomBytes(16).toString('hex').toUpperCase(),
    Timestamp: new Date(nowMs).toISOString(),
    PartnerID: partnerId,
    UserID: userId,
  };
}

function details(order: string, params: object = {}, bank?: EbicsBankKeys) {
  return {
    OrderDetails: { AdminOrderType: order, ...params },
    ...(bank === undefined
      ? {}
      : {
          BankPubKeyDigests: {
            Authentication: digestOf('X002', bank.authentication),
            Encryption: digestOf('E002', bank.encryption),
          },
        }),
    SecurityMedium: '0000',
  };
}

function digestOf(version: string, key: KeyObject) {
  return {
    '@Version': version,
    '@Algorithm': 'http://www.w3.org/2001/04/xmlenc#sha256',
    '#': publicKeyHash(key).toString('base64'),
  };
}

function serviceOf({ name, scope, option, container, message, messageVersion }: EbicsService) {
  return {
    ServiceName: name,
    ...(scope === null ? {} : { Scope: scope }),
    ...(option === null ? {} : { ServiceOption: option }),
    ...(container === null ? {} : { Container: { '@containerType': container } }),
    MsgName: { ...(messageVersion === null ? {} : { '@version': messageVersion }), '#': message },
  };
}

function phase(name: 'Initialisation' | 'Receipt') {
  return { TransactionPhase: name };
}

function transfer(number: number, isLast: boolean) {
  return { TransactionPhase: 'Transfer', SegmentNumber: { '@lastSegment': String(isLast), '#': String(number) } };
}

function header(content: { readonly static: object; readonly mutable: object }): string {
  return xml({ header: { '@authenticate': 'true', ...content } });
}

function xml(content: object): string {
  return fragment(content).end();
}

function whole(root: string, { before, after }: Unsigned): string {
  return `${DECLARATION}${rootOf(root)}${before}${after}</${root}>`;
}

function signed(root: string, { before, after }: Unsigned, { authentication }: EbicsKeys): string {
  const parts = { before: `${DECLARATION}${rootOf(root)}${before}`, after: `${after}</${root}>` };
  return withAuthSignature(parts, authentication.key);
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';

function rootOf(name: string): string {
  return `<${name} xmlns="${EBICS}" xmlns:ds="${DS}" Version="H005" Revision="1">`;
}

function signatureData({ partnerId, userId }: EbicsSubscriber, signature: Buffer): Buffer {
  const content = xml({
    OrderSignatureData: {
      SignatureVersion: 'A006',
      SignatureValue: signature.toString('base64'),
      PartnerID: partnerId,
      UserID: userId,
    },
  });
  return Buffer.from(`${DECLARATION}<UserSignatureData xmlns="${ORDER_SIGNATURES}">${content}</UserSignatureData>`);
}

function iniOrder({ partnerId, userId }: EbicsSubscriber, { signature }: EbicsKeys): string {
  const root = 'SignaturePubKeyOrderData';
  const content = `${certificateOf(signature)}<SignatureVersion>A006</SignatureVersion>`;
  const info = `<SignaturePubKeyInfo>${content}</SignaturePubKeyInfo>`;
  const ids = xml({ PartnerID: partnerId, UserID: userId });
  return `${DECLARATION}<${root} xmlns="${ORDER_SIGNATURES}" xmlns:ds="${DS}">${info}${ids}</${root}>`;
}

function hiaOrder({ partnerId, userId }: EbicsSubscriber, { authentication, encryption }: EbicsKeys): string {
  const info = (name: string, key: OwnKey, version: string) =>
    `<${name}PubKeyInfo>${certificateOf(key)}<${name}Version>${version}</${name}Version></${name}PubKeyInfo>`;
  const root = 'HIARequestOrderData';
  const keys = info('Authentication', authentication, 'X002') + info('Encryption', encryption, 'E002');
  const ids = xml({ PartnerID: partnerId, UserID: userId });
  return `${DECLARATION}<${root} xmlns="${EBICS}" xmlns:ds="${DS}">${keys}${ids}</${root}>`;
}

function certificateOf({ key, certificate }: OwnKey): string {
  // A certificate for another key would lock us out once the bank has it.
  if (!certificate.checkPrivateKey(key) || createPublicKey(key).asymmetricKeyType !== 'rsa') {
    throw new Error('A certificate in the file of the keys does not belong to its key.');
  }
  const der = certificate.raw.toString('base64');
  return `<ds:X509Data><ds:X509Certificate>${der}</ds:X509Certificate></ds:X509Data>`;
}
