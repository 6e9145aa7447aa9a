import { randomUUID } from 'node:crypto';
import { inTransaction, type Tx } from '../../../db/core/sequelize.ts';
import { changeSimulatedBalance, openSimulatedAccount } from '../../../db/treasury/simulated-exchange.ts';
import { type SimulatedQuoteRow, simulatedQuotesTable } from '../../../db/treasury/simulated-rows.ts';
import { type Exact, formatExact, ONE, parseExact, times } from '../../../domain/treasury/exact.ts';
import { isHedgedAsset } from '../../../domain/treasury/exchanges.ts';
import { convertedAmount, OPENING, simulatedMid } from './market.ts';
import type { Answer, Call, SimulatorContext } from './protocol.ts';

/** A quote can be accepted for this long. */
const QUOTE_MS = 10_000;
/** The least that is converted: ten cents. */
const LEAST = ONE / 10n;
/** A conversion is under way for this long. */
const PROCESS_MS = 500;

/** Binance's converter: getQuote, acceptQuote, orderStatus. Undefined for other calls. */
export async function binanceConvert(context: SimulatorContext, call: Call): Promise<Answer | undefined> {
  switch (`${call.method} ${call.path}`) {
    case 'POST /sapi/v1/convert/getQuote':
      return getQuote(context, call.params);
    case 'POST /sapi/v1/convert/acceptQuote':
      return inTransaction(context.db, (tx) => acceptQuote(tx, context, call.params.get('quoteId') ?? ''));
    case 'GET /sapi/v1/convert/orderStatus':
      return orderStatus(context, call.params);
    default:
      return undefined;
  }
}

async function getQuote({ db, account, nowMs }: SimulatorContext, params: URLSearchParams): Promise<Answer> {
  const [from, to] = [params.get('fromAsset') ?? '', params.get('toAsset') ?? ''];
  const mids = { from: await midOf(from), to: await midOf(to) };
  if (mids.from === null || mids.to === null || from === to) return refused(-1121, 'Invalid symbol.');
  const fromAmount = parseExact(params.get('fromAmount') ?? '0');
  const toAmount = convertedAmount(fromAmount, { from: mids.from, to: mids.to });
  if (toAmount <= 0n || times(fromAmount, mids.from) < LEAST)
    return refused(345233, 'The amount is below the minimum.');
  const quote: SimulatedQuoteRow = await simulatedQuotesTable.create(db, {
    id: randomUUID().replaceAll('-', ''),
    ...account,
    fromCurrency: from,
    toCurrency: to,
    fromAmount: formatExact(fromAmount),
    toAmount: formatExact(toAmount),
    validUntil: new Date(nowMs() + QUOTE_MS),
  });
  return ok({
    quoteId: quote.id,
    ratio: '0',
    inverseRatio: '0',
    validTimestamp: quote.validUntil.getTime(),
    fromAmount: formatExact(fromAmount),
    toAmount: formatExact(toAmount),
  });

  async function midOf(currency: string): Promise<Exact | null> {
    if (currency === 'EUR') return ONE;
    return isHedgedAsset(currency) ? simulatedMid(db, account.mode, currency) : null;
  }
}

/** A quote that was accepted before answers as it did then: it is accepted once. */
async function acceptQuote(tx: Tx, { account, nowMs }: SimulatorContext, id: string): Promise<Answer> {
  await openSimulatedAccount(tx, account, OPENING);
  const quote = await simulatedQuotesTable.findOne(tx, { ...account, id }, { lock: tx.LOCK.UPDATE });
  if (quote === undefined) return refused(-345239, 'The quote does not exist.');
  if (quote.tradeId !== null) return accepted(quote.tradeId, quote.acceptedAt);
  if (quote.validUntil.getTime() < nowMs()) return refused(-345103, 'The quote has expired.');
  const { fromCurrency, toCurrency, fromAmount, toAmount } = quote;
  const took = await changeSimulatedBalance(tx, account, { currency: fromCurrency, amount: -parseExact(fromAmount) });
  if (!took) return refused(-345124, 'Insufficient balance.');
  await changeSimulatedBalance(tx, account, { currency: toCurrency, amount: parseExact(toAmount) });
  const [tradeId, acceptedAt] = [String(Date.now() * 1_000 + Math.floor(Math.random() * 1_000)), new Date(nowMs())];
  await simulatedQuotesTable.update(tx, { tradeId, status: 'SUCCESS', acceptedAt }, { id });
  return accepted(tradeId, acceptedAt);
}

function accepted(orderId: string, at: Date | null): Answer {
  return ok({ orderId, createTime: at?.getTime(), orderStatus: 'PROCESS' });
}

async function orderStatus({ db, account, nowMs }: SimulatorContext, params: URLSearchParams): Promise<Answer> {
  const [id, tradeId] = [params.get('quoteId'), params.get('orderId')];
  const quote = await simulatedQuotesTable.findOne(db, { ...account, ...(id ? { id } : { tradeId: tradeId ?? '' }) });
  if (quote?.acceptedAt == null) return refused(-345239, 'The order does not exist.');
  const isUnderWay = nowMs() - quote.acceptedAt.getTime() < PROCESS_MS;
  return ok({
    orderId: quote.tradeId,
    orderStatus: isUnderWay ? 'PROCESS' : quote.status,
    fromAsset: quote.fromCurrency,
    fromAmount: formatExact(parseExact(quote.fromAmount)),
    toAsset: quote.toCurrency,
    toAmount: formatExact(parseExact(quote.toAmount)),
    createTime: quote.acceptedAt.getTime(),
  });
}

function ok(body: unknown): Answer {
  return { status: 200, body };
}

function refused(code: number, msg: string): Answer {
  return { status: 400, body: { code, msg } };
}
