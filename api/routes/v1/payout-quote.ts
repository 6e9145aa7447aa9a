import { Data } from '../../../contract/basics.ts';
import { PayoutQuote, PayoutQuoteQuery } from '../../../contract/payout-quote.ts';
import { payoutFormFacts } from '../../../db/payouts/form.ts';
import { payoutSettings } from '../../../db/payouts/settings.ts';
import { READS_PAYOUTS } from '../../../domain/accounts/permissions.ts';
import { fieldError } from '../../../domain/errors.ts';
import type { App } from '../../app.ts';
import { bearerOf } from '../../auth/guard.ts';
import type { ServerDeps } from '../../deps.ts';
import { presentPayoutGate, presentPreviews } from '../../presenters/payout-form.ts';
import { tokenRoute } from '../../route-options.ts';

/** The cost of a payout, before it is made. */
export function payoutQuoteRoute(app: App, { db, config }: ServerDeps): void {
  const settings = payoutSettings(config);
  app.get(
    '/api/v1/payouts/quote',
    tokenRoute('Payouts', READS_PAYOUTS, {
      operationId: 'quotePayout',
      summary: 'Quote a payout',
      description:
        'Fees, what is debited and what the recipient gets at present, and why it would be refused. Nothing is held, ' +
        'and the network fee may change until the payout is made.',
      querystring: PayoutQuoteQuery,
      response: { 200: Data(PayoutQuote) },
    }),
    async (request) => {
      const { profileId, merchantId, mode } = bearerOf(request);
      const { gate_id: gateId, amount, fee_payer: feePayer } = request.query;
      const facts = await payoutFormFacts(db, settings, { profileId, merchantId, mode });
      const of = facts.gates.find((each) => each.gateId === gateId);
      if (of === undefined) throw fieldError('gate_id', 'This asset is not known.', 'gate_unknown');
      const preview = presentPreviews(amount, of, facts).find((each) => each.fee_payer === feePayer);
      if (preview === undefined) throw new Error('Every payer has a preview.');
      const { available, min, max, is_open, network_fee_at } = presentPayoutGate(of, facts);
      return { data: { gate_id: gateId, ...preview, available, min, max, is_open, network_fee_at } };
    },
  );
}
