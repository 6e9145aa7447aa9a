import type { FastifyReply, FastifyRequest } from 'fastify';
import { Data, IdParams } from '../../../contract/basics.ts';
import { EmulateDepositBody } from '../../../contract/deposits.ts';
import { errorResponses } from '../../../contract/errors.ts';
import {
  EmulateCreditBody,
  EmulatedCredit,
  EmulatedDeposit,
  EmulatedPayment,
  EmulatePaymentBody,
  MakeBlocksBody,
  NetworkParams,
  RequestedBlocks,
  RequestedFees,
  SetFeesBody,
} from '../../../contract/sandbox.ts';
import { requestCredit, type SimulatedCredit } from '../../../db/bank/simulated-commands.ts';
import type { Db, Tx } from '../../../db/core/sequelize.ts';
import { readInvoice } from '../../../db/invoices/read.ts';
import type { TokenBearer } from '../../../db/shops/api-tokens.ts';
import { type RequestedPayment, requestBlocks, requestPayment } from '../../../db/simulator/commands.ts';
import { requestDepositPayment } from '../../../db/simulator/deposits.ts';
import { requestFees } from '../../../db/simulator/fees.ts';
import { parseCreditorReference } from '../../../domain/bank/creditor-reference.ts';
import { parseIban } from '../../../domain/bank/iban.ts';
import { DomainError, fieldError } from '../../../domain/errors.ts';
import { type ProfileId, parseId } from '../../../domain/ids.ts';
import { formatAmount, parseAmount } from '../../../domain/money/money.ts';
import { isSimulated } from '../../../settings/config.ts';
import type { App } from '../../app.ts';
import { bearerOf } from '../../auth/guard.ts';
import type { ServerDeps } from '../../deps.ts';
import { answerOnce, IdempotencyHeaders } from '../../plugins/idempotency.ts';
import { tokenRoute } from '../../route-options.ts';

/** Simulates the payer and the chain, with sandbox tokens only. */
export function sandboxRoutes(app: App, deps: ServerDeps): void {
  const { db } = deps;
  bankRoute(app, db);
  app.post(
    '/api/v1/sandbox/invoices/:id/payments',
    tokenRoute('Sandbox', ['invoice_create'], {
      operationId: 'emulateInvoicePayment',
      summary: 'Emulate a payment',
      description:
        'Sends a simulated transaction to the address of the invoice. Blocks are mined on a schedule or on request.',
      params: IdParams,
      headers: IdempotencyHeaders,
      body: EmulatePaymentBody,
      response: { 202: Data(EmulatedPayment), ...errorResponses(409) },
    }),
    async (request, reply) =>
      commandOnce(request, reply, db, ({ profileId }) => {
        const invoiceId = parseId(request.params.id);
        return (tx) => emulatePayment(tx, deps, { profileId, invoiceId, body: request.body });
      }),
  );

  app.post(
    '/api/v1/sandbox/addresses/:id/payments',
    tokenRoute('Sandbox', ['invoice_create'], {
      operationId: 'emulateAddressPayment',
      summary: 'Emulate a payment to an address',
      description: 'Sends a simulated transaction to a static address. The scenarios do what they do for invoices.',
      params: IdParams,
      headers: IdempotencyHeaders,
      body: EmulateDepositBody,
      response: { 202: Data(EmulatedDeposit), ...errorResponses(409) },
    }),
    async (request, reply) =>
      commandOnce(request, reply, db, ({ profileId }) => {
        const addressId = parseId(request.params.id);
        return (tx) => emulateDeposit(tx, deps, { profileId, addressId, body: request.body });
      }),
  );

  networkRoutes(app, deps);
}

/** Of a simulated network, as this merchant sees it. */
function networkRoutes(app: App, deps: ServerDeps): void {
  const { db } = deps;
  app.post(
    '/api/v1/sandbox/networks/:network/blocks',
    tokenRoute('Sandbox', ['invoice_create'], {
      operationId: 'mineBlocks',
      summary: 'Mine blocks',
      params: NetworkParams,
      headers: IdempotencyHeaders,
      body: MakeBlocksBody,
      response: { 202: Data(RequestedBlocks), ...errorResponses(409) },
    }),
    async (request, reply) =>
      commandOnce(request, reply, db, ({ merchantId }) => {
        const blocks = { network: request.params.network, count: request.body.count ?? 1 };
        return (tx) => makeBlocks(tx, deps, blocks, merchantId);
      }),
  );

  app.post(
    '/api/v1/sandbox/networks/:network/fees',
    tokenRoute('Sandbox', ['invoice_create'], {
      operationId: 'setNetworkFees',
      summary: 'Set network fees',
      description:
        'Raises or lowers the fees of a simulated network for a while, so that you can see payouts wait with ' +
        '`fee_too_high`. Only your payments have these fees.',
      params: NetworkParams,
      headers: IdempotencyHeaders,
      body: SetFeesBody,
      response: { 202: Data(RequestedFees), ...errorResponses(409) },
    }),
    async (request, reply) =>
      commandOnce(request, reply, db, ({ merchantId }) => {
        const fees = { network: request.params.network, seconds: 300, ...request.body };
        return (tx) => setFees(tx, deps, fees, merchantId);
      }),
  );
}

function bankRoute(app: App, db: Db): void {
  app.post(
    '/api/v1/sandbox/bank/credits',
    tokenRoute('Sandbox', ['invoice_create'], {
      operationId: 'emulateBankTransfer',
      summary: 'Emulate a bank transfer',
      description:
        'The simulated bank credits the gateway’s account within seconds. A transfer that names the creditor reference ' +
        'of an address becomes a deposit once a statement contains it; every other one waits for staff.',
      headers: IdempotencyHeaders,
      body: EmulateCreditBody,
      response: { 202: Data(EmulatedCredit), ...errorResponses(409) },
    }),
    async (request, reply) =>
      commandOnce(request, reply, db, ({ merchantId }) => {
        const credit = toCredit(request.body);
        return (tx) => emulateCredit(tx, merchantId, credit);
      }),
  );
}

/** Runs a command once, for sandbox tokens only; `read` reads and checks the request first. */
async function commandOnce(
  request: FastifyRequest,
  reply: FastifyReply,
  db: Db,
  read: (bearer: TokenBearer) => (tx: Tx) => Promise<object>,
): Promise<FastifyReply> {
  const bearer = bearerOf(request);
  if (bearer.mode !== 'sandbox') throw new DomainError('sandbox_only');
  const run = read(bearer);
  return answerOnce(request, reply, { db, ...bearer }, async (tx) => ({ status: 202, data: await run(tx) }));
}

/**
 * Emulates a payment of the profile's own sandbox invoice. @throws DomainError `not_found` and those of
 * `requestPayment`
 */
export async function emulatePayment(
  tx: Tx,
  { config, now }: ServerDeps,
  { profileId, invoiceId, body }: { profileId: ProfileId; invoiceId: string; body: EmulatePaymentBody },
): Promise<EmulatedPayment> {
  await readInvoice(tx, invoiceId, { profileId });
  const sent = await requestPayment(tx, {
    mode: 'sandbox',
    invoiceId,
    scenario: body.scenario,
    amount: body.amount,
    nowMs: now(),
    isSimulated: (network) => isSimulated(config, 'sandbox', network),
  });
  return { invoice_id: invoiceId, ...presentSent(sent) };
}

/** Emulates a payment to a static address of the profile. @throws DomainError those of `requestDepositPayment` */
export async function emulateDeposit(
  tx: Tx,
  { config, now }: ServerDeps,
  { profileId, addressId, body }: { profileId: ProfileId; addressId: string; body: EmulateDepositBody },
): Promise<EmulatedDeposit> {
  const sent = await requestDepositPayment(tx, {
    mode: 'sandbox',
    profileId,
    addressId,
    scenario: body.scenario ?? 'paid',
    amount: body.amount,
    nowMs: now(),
    isSimulated: (network) => isSimulated(config, 'sandbox', network),
  });
  return { address_id: addressId, ...presentSent(sent) };
}

/** @throws DomainError `amount_invalid`, `validation_failed` */
function toCredit({ amount, reference, name, iban }: EmulateCreditBody): SimulatedCredit {
  const minor = parseAmount(amount, 2);
  if (minor <= 0n) throw new DomainError('amount_invalid');
  const account = parseIban(iban ?? SIMULATED_PAYER.iban);
  if (account === null) throw fieldError('iban', 'The IBAN is not valid: please check it for typing errors.');
  const structured = reference === undefined ? null : parseCreditorReference(reference);
  const said = structured === null ? { remittance: reference ?? '' } : { reference: structured };
  return { type: 'credit', minor: minor.toString(), name: name ?? SIMULATED_PAYER.name, iban: account, ...said };
}

/** The sender of emulated transfers: an IBAN from the documentation of the standard. */
const SIMULATED_PAYER = { name: 'Anna Example', iban: 'DE89370400440532013000' } as const;

async function emulateCredit(tx: Tx, merchantId: string, credit: SimulatedCredit): Promise<EmulatedCredit> {
  await requestCredit(tx, merchantId, credit);
  const { minor, name, iban = '', reference, remittance } = credit;
  return { amount: formatAmount(BigInt(minor), 2), reference: reference ?? remittance ?? null, name, iban };
}

function presentSent(sent: RequestedPayment) {
  return {
    scenario: sent.scenario,
    txid: sent.txid,
    replaced_by: sent.replacedBy,
    network: sent.network,
    gate_id: sent.gateId,
    output: sent.output,
    address: sent.address,
    destination_tag: sent.destinationTag?.toString() ?? null,
    amount: sent.amount,
  };
}

/** Asks the simulator of a sandbox network for blocks. */
export async function makeBlocks(
  tx: Tx,
  { config, now }: ServerDeps,
  { network, count }: RequestedBlocks,
  merchantId: string,
): Promise<RequestedBlocks> {
  await requestBlocks(tx, {
    mode: 'sandbox',
    network,
    count,
    merchantId,
    nowMs: now(),
    isSimulated: (each) => isSimulated(config, 'sandbox', each),
  });
  return { network, count };
}

/** Changes the fees that a sandbox network asks of the merchant for a while. */
export async function setFees(
  tx: Tx,
  { config }: Pick<ServerDeps, 'config'>,
  fees: RequestedFees,
  merchantId: string,
): Promise<RequestedFees> {
  await requestFees(tx, {
    ...fees,
    merchantId,
    mode: 'sandbox',
    isSimulated: (each) => isSimulated(config, 'sandbox', each),
  });
  return fees;
}
