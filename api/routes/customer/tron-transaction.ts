import { timingSafeEqual } from 'node:crypto';
import { Data, IdParams } from '../../../contract/basics.ts';
import { errorResponses } from '../../../contract/errors.ts';
import {
  SentTransaction,
  SignedTransactionBody,
  WalletTransaction,
  WalletTransactionBody,
} from '../../../contract/wallet-payment.ts';
import { takeTry } from '../../../db/accounts/lockouts.ts';
import type { AccountSecrets } from '../../../db/accounts/secrets.ts';
import { readCursor } from '../../../db/chain/cursor.ts';
import { sendPayerTransfer } from '../../../db/invoices/payer-transfers.ts';
import { readInvoice } from '../../../db/invoices/read.ts';
import { networkOf } from '../../../domain/assets/network.ts';
import { type TronTransfer, tronSigner, tronTransfer } from '../../../domain/assets/tron-transfer.ts';
import { DomainError, fieldError } from '../../../domain/errors.ts';
import { parseId } from '../../../domain/ids.ts';
import { anyone } from '../../access.ts';
import type { App } from '../../app.ts';
import type { Accounts } from '../../auth/accounts.ts';
import type { ServerDeps } from '../../deps.ts';
import { readWalletPayment } from './wallet-payment.ts';

/** One network of addresses, and one invoice, may have so many transactions handed to the node. */
const BY_ADDRESS = { scope: 'tron-transaction:address', tries: 20, minutes: 15 } as const;
const BY_INVOICE = { scope: 'tron-transaction:invoice', tries: 30, minutes: 60 } as const;

/**
 * `POST …/tron-transaction` and `…/tron-transaction/signed`: wallets of TRON only sign. The page may call nobody but
 * us, so the transaction is made and handed to the node here, and never leaves for another network than the invoice's.
 */
export function tronTransactionRoutes(app: App, deps: ServerDeps, { secrets }: Accounts): void {
  const { db, now } = deps;
  app.post(
    '/customer/invoices/:id/tron-transaction',
    {
      config: anyone('The id of the invoice is the capability; the transaction pays the invoice and nobody else.'),
      schema: {
        tags: ['Payer'],
        summary: 'Get the transaction for a TRON wallet',
        description:
          'The payment of what is still missing, for the wallet to sign within five minutes. 409 `changed_meanwhile` ' +
          'when another amount is missing by now.',
        params: IdParams,
        body: WalletTransactionBody,
        response: { 200: Data(WalletTransaction), ...errorResponses(409, 422) },
      },
    },
    async (request, reply) => {
      const invoiceId = parseId(request.params.id);
      const { from, minor } = request.body;
      const { payment, mode } = await readWalletPayment(deps, invoiceId);
      if (payment.network !== 'TRON')
        throw new DomainError('conflict', { message: 'The invoice is not paid on TRON.' });
      if (payment.minor !== minor) throw new DomainError('changed_meanwhile');
      const head = await readCursor(db, { mode, network: 'TRON' });
      if (head === undefined) throw new DomainError('network_unavailable');
      if (!from.startsWith('T')) throw fieldError('from', 'A TRON address begins with T.');
      const { address: to, token } = payment;
      const transfer = { from, to, token, minor: BigInt(minor), head, nowMs: now() };
      const { raw_data, ...transaction } = tronTransfer(transfer);
      const order = sealTransfer(secrets, invoiceId, transfer);
      reply.header('cache-control', 'no-store');
      return reply.send({ data: { transaction: { ...transaction, raw_data: { ...raw_data } }, order } });
    },
  );
  signedTransactionRoute(app, deps, { secrets });
}

function signedTransactionRoute(app: App, { db }: ServerDeps, { secrets }: Pick<Accounts, 'secrets'>): void {
  app.post(
    '/customer/invoices/:id/tron-transaction/signed',
    {
      config: anyone('Only a transaction that was made here for this invoice is handed to the node.'),
      schema: {
        tags: ['Payer'],
        summary: 'Send the signed transaction',
        description:
          'Hands the transaction to the node with the signature of the wallet. The invoice shows the payment when the ' +
          'network does. Repeating it sends nothing twice. At most 20 times in 15 minutes per network and 30 times an ' +
          'hour per invoice.',
        params: IdParams,
        body: SignedTransactionBody,
        response: { 202: Data(SentTransaction), ...errorResponses(409, 422, 429) },
      },
    },
    async (request, reply) => {
      const invoiceId = parseId(request.params.id);
      const { signature, order } = request.body;
      const { mode, merchantId } = await readInvoice(db, invoiceId);
      const transfer = openTransfer(secrets, invoiceId, order);
      if (transfer === null) throw fieldError('order', 'This was not made for this invoice.');
      const transaction = tronTransfer(transfer);
      const digits = signature.replace(/^0x/, '').toLowerCase();
      if (tronSigner(transaction.txID, digits) !== transfer.from) {
        throw fieldError('signature', 'The wallet signed another transaction, or another account did.');
      }
      await takeTry(db, secrets, { ...BY_ADDRESS, key: networkOf(request.ip) });
      await takeTry(db, secrets, { ...BY_INVOICE, key: invoiceId });
      const raw = JSON.stringify({ ...transaction, signature: [digits] });
      await sendPayerTransfer(db, { mode, invoiceId, merchantId, txid: transaction.txID, raw });
      return reply.code(202).send({ data: { txid: transaction.txID } });
    },
  );
}

/** The facts of a transfer and their seal: the transaction is made again from them, so nothing of it is believed. */
function sealTransfer(secrets: AccountSecrets, invoiceId: string, transfer: TronTransfer): string {
  const facts = Buffer.from(JSON.stringify({ ...transfer, minor: transfer.minor.toString() })).toString('base64url');
  return `${facts}.${sealOf(secrets, invoiceId, facts).toString('base64url')}`;
}

/** The transfer that was sealed for this invoice; null for anything else. */
function openTransfer(secrets: AccountSecrets, invoiceId: string, order: string): TronTransfer | null {
  const [facts = '', seal = ''] = order.split('.');
  const [given, expected] = [Buffer.from(seal, 'base64url'), sealOf(secrets, invoiceId, facts)];
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const { minor, ...transfer } = JSON.parse(Buffer.from(facts, 'base64url').toString()) as SealedTransfer;
  return { ...transfer, minor: BigInt(minor) };
}

type SealedTransfer = Omit<TronTransfer, 'minor'> & { readonly minor: string };

function sealOf(secrets: AccountSecrets, invoiceId: string, facts: string): Buffer {
  return secrets.hash('tron-transaction', `${invoiceId}\n${facts}`);
}
