import { Data, IdParams } from '../../../contract/basics.ts';
import { CustomerInvoice } from '../../../contract/customer-invoice.ts';
import { errorResponses } from '../../../contract/errors.ts';
import { RefundMessage, RefundMessageBody, SignedRefundBody } from '../../../contract/signed-refund.ts';
import { takeTry } from '../../../db/accounts/lockouts.ts';
import { findPaidInvoice } from '../../../db/claims/find.ts';
import { payoutSettings } from '../../../db/payouts/settings.ts';
import { type MessageToSign, messageToSign, requestSignedRefund } from '../../../db/refunds/signed-requests.ts';
import { checksumEvmAddress } from '../../../domain/address/evm.ts';
import { networkOf } from '../../../domain/assets/network.ts';
import { DomainError } from '../../../domain/errors.ts';
import { parseId } from '../../../domain/ids.ts';
import { anyone } from '../../access.ts';
import type { App } from '../../app.ts';
import type { Accounts } from '../../auth/accounts.ts';
import type { ServerDeps } from '../../deps.ts';
import { readPayerView } from '../../presenters/customer-invoice.ts';

/** One network, and one invoice, may ask for messages and send signatures this often. */
const BY_NETWORK = { scope: 'signed-refund:network', tries: 20, minutes: 15 } as const;
const BY_INVOICE = { scope: 'signed-refund:invoice', tries: 30, minutes: 60 } as const;

const tags = ['Payer'];

/** A refund for a payer without a mailed link: the account that paid signs for it. */
export function signedRefundRoutes(app: App, deps: ServerDeps, { secrets }: Accounts): void {
  const { db, config, now } = deps;
  const settings = payoutSettings(config);
  const { host } = new URL(config.publicUrl);

  /** @throws DomainError `not_found` also for demos, `rate_limited` */
  async function limited(id: string, ip: string): Promise<string> {
    const invoiceId = parseId(id);
    if ((await findPaidInvoice(db, invoiceId)) === undefined) throw new DomainError('not_found');
    await takeTry(db, secrets, { ...BY_NETWORK, key: networkOf(ip) });
    await takeTry(db, secrets, { ...BY_INVOICE, key: invoiceId });
    return invoiceId;
  }

  app.post(
    '/customer/invoices/:id/refund-message',
    {
      config: anyone(
        'The id of the invoice is the capability; the message is of no use without a signature of the sender.',
      ),
      schema: {
        tags,
        summary: 'Get the message for a refund',
        description:
          'For the wallet that paid, on Ethereum, TRON and the XRP Ledger. Changes nothing. 409 `sender_unknown` if ' +
          'several accounts paid, or the chain does not say who did.',
        params: IdParams,
        body: RefundMessageBody,
        response: { 200: Data(RefundMessage), ...errorResponses(409, 422, 429) },
      },
    },
    async (request, reply) => {
      const invoiceId = await limited(request.params.id, request.ip);
      const { address, memo: destinationTag = null } = request.body;
      const target = { invoiceId, host, address, destinationTag, nowMs: now() };
      const data = presentMessage(await messageToSign(db, settings, target));
      return reply.header('cache-control', 'no-store').send({ data });
    },
  );

  app.post(
    '/customer/invoices/:id/signed-refund-request',
    {
      config: anyone('The signature of the account that paid is checked; the id alone opens nothing.'),
      schema: {
        tags,
        summary: 'Request a refund by signature',
        description:
          'With the signature of the message by the account that paid: EIP-191 on Ethereum, TIP-191 on TRON, and with ' +
          'its public key on the XRP Ledger. Contract wallets cannot sign. The merchant approves or rejects the request.',
        params: IdParams,
        body: SignedRefundBody,
        response: { 200: Data(CustomerInvoice), ...errorResponses(409, 410, 422, 429) },
      },
    },
    async (request) => {
      const invoiceId = await limited(request.params.id, request.ip);
      const {
        address,
        memo: destinationTag = null,
        valid_until,
        signature,
        public_key: publicKey = null,
      } = request.body;
      const nowMs = now();
      const untilMs = Date.parse(valid_until);
      const ask = { invoiceId, host, address, destinationTag, signature, publicKey, untilMs, nowMs };
      await requestSignedRefund(db, settings, ask);
      return { data: (await readPayerView(db, config, { invoiceId, nowMs })).invoice };
    },
  );
}

function presentMessage({ network, message, signer, untilMs }: MessageToSign): RefundMessage {
  const account = network === 'ETH' ? checksumEvmAddress(signer) : signer;
  return { network, message, signer: account, valid_until: new Date(untilMs).toISOString() };
}
