import type { FastifyRequest } from 'fastify';
import type { DemoWebhook, NewDemoBody } from '../../../contract/demo.ts';
import { asDemoEvent } from '../../../contract/demo.view.ts';
import { takeTry, withinHour } from '../../../db/accounts/lockouts.ts';
import { inTransaction, retrying, type Tx } from '../../../db/core/sequelize.ts';
import { createDemo, demoEvents, type NewDemo, readDemoWords } from '../../../db/demo/invoices.ts';
import { playDemo } from '../../../db/demo/play.ts';
import { ensureDemoShop } from '../../../db/demo/shop.ts';
import { invoiceSettings } from '../../../db/invoices/settings.ts';
import { CRYPTO_GATES, gate, type Network } from '../../../domain/assets/assets.ts';
import { networkOf } from '../../../domain/assets/network.ts';
import type { DemoAct } from '../../../domain/demo/cases.ts';
import { DEMO_PER_HOUR, MAX_DEMO_MINOR } from '../../../domain/demo/limits.ts';
import { demoDescription, demoName } from '../../../domain/demo/text.ts';
import { fieldError } from '../../../domain/errors.ts';
import { currencyDecimals } from '../../../domain/money/currencies.ts';
import { formatAmount, parseAmount } from '../../../domain/money/money.ts';
import { isSimulated } from '../../../settings/config.ts';
import type { Accounts } from '../../auth/accounts.ts';
import type { ServerDeps } from '../../deps.ts';

/** The functions of the demo's pages and calls. Everybody may, within limits by network and of all together. */
export interface DemoDesk {
  /** Makes a demo invoice. @returns its id. @throws DomainError `rate_limited`, `validation_failed` and others */
  make(request: FastifyRequest, body: NewDemoBody): Promise<string>;
  /** @throws DomainError `rate_limited`, `not_found`, `conflict` */
  play(request: FastifyRequest, invoiceId: string, act: DemoAct): Promise<void>;
  /** @throws DomainError `not_found` for what is no demo, or has ended */
  webhooks(invoiceId: string): Promise<DemoWebhook[]>;
  /** @throws DomainError `not_found` for what is no demo, or has ended */
  check(invoiceId: string): Promise<void>;
}

export function openDemoDesk(deps: ServerDeps, { secrets }: Accounts): DemoDesk {
  const { db, config, now } = deps;
  const settings = invoiceSettings(config);
  const isPlayed = (network: Network) => isSimulated(config, 'sandbox', network);

  async function take({ ip }: FastifyRequest, what: keyof typeof DEMO_PER_HOUR): Promise<void> {
    const { address, all } = DEMO_PER_HOUR[what];
    // The address first, so that nobody alone uses up what is there for all.
    const own = { scope: `demo:${what}:address`, key: networkOf(ip), tries: address };
    await takeTry(db, secrets, withinHour(own, now()));
    await takeTry(db, secrets, withinHour({ scope: `demo:${what}`, key: 'all', tries: all }, now()));
  }

  async function takePlay(request: FastifyRequest, act: DemoAct): Promise<void> {
    await take(request, 'plays');
    if (act === 'reorg') await take(request, 'reorganizations');
  }

  const playIn = (tx: Tx, invoiceId: string, act: DemoAct) =>
    playDemo(tx, settings, { invoiceId, act, nowMs: now(), isSimulated: isPlayed });

  return {
    async make(request, body) {
      const demo = toNewDemo(body, isPlayed, now());
      await take(request, 'invoices');
      if (body.case !== undefined) await takePlay(request, body.case);
      const shop = await ensureDemoShop(db, secrets.box);
      return retrying(() =>
        inTransaction(db, async (tx) => {
          const id = await createDemo(tx, settings, shop, demo);
          if (body.case !== undefined) await playIn(tx, id, body.case);
          return id;
        }),
      );
    },
    async play(request, invoiceId, act) {
      await readDemoWords(db, invoiceId, now());
      await takePlay(request, act);
      await retrying(() => inTransaction(db, (tx) => playIn(tx, invoiceId, act)));
    },
    async webhooks(invoiceId) {
      const words = await readDemoWords(db, invoiceId, now());
      const url = `${config.publicUrl}/demo/invoice/${invoiceId}`;
      const events = await demoEvents(db, invoiceId);
      return events.map(({ id, type, body, createdAt }) => ({
        id,
        type,
        created_at: createdAt.toISOString(),
        headers: { 'webhook-id': id, 'webhook-timestamp': String(Math.floor(createdAt.getTime() / 1000)) },
        body: asDemoEvent(body, url, words),
      }));
    },
    async check(invoiceId) {
      await readDemoWords(db, invoiceId, now());
    },
  };
}

/** More than the moment ago at which the act lets the lifetime end. */
const LATE_AGE_MS = 5_000;

function toNewDemo(body: NewDemoBody, isPlayed: (network: Network) => boolean, nowMs: number): NewDemo {
  const merchantName = demoName(body.merchant);
  if (merchantName === null) throw fieldError('merchant', 'Please enter a name with letters.');
  const decimals = currencyDecimals(body.currency);
  const amountMinor = parseAmount(body.amount, decimals);
  if (amountMinor > MAX_DEMO_MINOR) {
    const most = formatAmount(MAX_DEMO_MINOR, decimals);
    throw fieldError('amount', `The demo takes at most ${most} ${body.currency}.`, 'amount_too_large');
  }
  const gates = CRYPTO_GATES.filter((id) => body.gates.includes(id) && isPlayed(gate(id).network));
  if (gates.length === 0) throw fieldError('gates', 'None of these coins is simulated here.', 'gate_not_offered');
  const description = body.description === undefined ? null : demoDescription(body.description);
  return {
    words: { merchantName, description },
    amountMinor,
    currency: body.currency,
    gates,
    nowMs,
    ...(body.case === 'late' ? { ageMs: LATE_AGE_MS } : {}),
    feePayers: { service: body.service_fee_payer, network: body.network_fee_payer },
    tax: { name: 'VAT', rateBps: Number(parseAmount(body.tax_rate ?? '0', 2)), type: body.tax_type },
  };
}
