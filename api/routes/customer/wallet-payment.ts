import { Data, IdParams } from '../../../contract/basics.ts';
import { errorResponses } from '../../../contract/errors.ts';
import { PageCode, WalletPayment } from '../../../contract/wallet-payment.ts';
import { presentWalletPayment } from '../../../contract/wallet-payment.view.ts';
import { readInvoice } from '../../../db/invoices/read.ts';
import type { Mode } from '../../../domain/assets/assets.ts';
import { DomainError } from '../../../domain/errors.ts';
import { parseId } from '../../../domain/ids.ts';
import { qrModules } from '../../../domain/web/qr-code.ts';
import { isSimulated } from '../../../settings/config.ts';
import { anyone } from '../../access.ts';
import type { App } from '../../app.ts';
import type { ServerDeps } from '../../deps.ts';

/** `GET …/wallet-payment` and `GET …/page-code`: for wallets in the payer's browser, and on the payer's phone. */
export function walletPaymentRoutes(app: App, deps: ServerDeps): void {
  app.get(
    '/customer/invoices/:id/wallet-payment',
    {
      config: anyone('The id of the invoice is the capability; amount and address are on its page.'),
      schema: {
        tags: ['Payer'],
        summary: 'Get what a wallet has to send',
        description:
          'For wallets in browsers (ETH and USDT on Ethereum, TRX and USDT on TRON): what is still missing, in minor ' +
          'units, with the network and the token’s contract. 409 while the invoice waits for no money, for other coins ' +
          'and for simulated networks.',
        params: IdParams,
        response: { 200: Data(WalletPayment), ...errorResponses(409) },
      },
    },
    async (request, reply) => {
      const { payment: data } = await readWalletPayment(deps, parseId(request.params.id));
      return reply.header('cache-control', 'no-store').send({ data });
    },
  );
  app.get(
    '/customer/invoices/:id/page-code',
    {
      config: anyone('The id of the invoice is the capability; the code has nothing but the address of its page.'),
      schema: {
        tags: ['Payer'],
        summary: 'Get the QR code of the page',
        description: 'With it, a payer goes on at another device, with the same amount and rate.',
        params: IdParams,
        response: { 200: Data(PageCode), ...errorResponses() },
      },
    },
    async (request) => {
      const { id } = await readInvoice(deps.db, parseId(request.params.id));
      const url = `${deps.config.publicUrl}/invoice/${id}`;
      return { data: { url, modules: qrModules(url) } };
    },
  );
}

/**
 * The payment, and the mode of its invoice.
 * @throws DomainError `not_found`, and `conflict` where no wallet can send it
 */
export async function readWalletPayment(
  { db, config }: Pick<ServerDeps, 'db' | 'config'>,
  invoiceId: string,
): Promise<{ readonly payment: WalletPayment; readonly mode: Mode }> {
  const record = await readInvoice(db, invoiceId);
  const { mode, quote } = record;
  const contracts = { USDT_ERC20: config.usdtErc20Contracts[mode], USDT_TRC20: config.usdtTrc20Contracts[mode] };
  const payment = presentWalletPayment(record, (gateId) => contracts[gateId]);
  if (payment === null || quote === null || isSimulated(config, mode, quote.network)) {
    throw new DomainError('conflict', { message: 'There is nothing that a wallet in the browser could send for it.' });
  }
  return { payment, mode };
}
