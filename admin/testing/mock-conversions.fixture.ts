import type { SpaBalance } from '../../contract/balances.ts';
import type { Conversion, ConversionQuote, ConversionRate } from '../../contract/conversions.ts';
import { type GateId, gateDecimals } from '../../domain/assets/assets.ts';
import { QUOTE_MS } from '../../domain/conversion/quote.ts';
import { formatAmount, parseAmount } from '../../domain/money/money.ts';
import { idOf, NOW } from './fixtures.fixture.ts';
import type { MockCall } from './mock-accounts.fixture.ts';

/** The mock's conversion data. */
export interface MockConversions {
  rows: Conversion[];
  rate: ConversionRate;
  /** How often a quote was requested: each has its own id. */
  quoted: number;
}

export function makeConversions(changes: Partial<MockConversions> = {}): MockConversions {
  return { rows: makeConversionRows(), rate: makeRate(), quoted: 0, ...changes };
}

export function makeRate(changes: Partial<ConversionRate> = {}): ConversionRate {
  return {
    rate: '79202.00',
    spread_bps: 50,
    fee_rate: '0.50',
    minimum: '0.00010000',
    maximum: '1.50000000',
    possible: true,
    reason: null,
    ...changes,
  };
}

const PAIRS: readonly (readonly [GateId, GateId, string, string])[] = [
  ['BTC', 'EUR', '0.10000000', '7880.60'],
  ['USDT_TRC20', 'EUR', '1500.000000', '1378.22'],
  ['ETH', 'USDT_ERC20', '0.500000000000000000', '1540.120000'],
];

export function makeConversionRows(count = 14): Conversion[] {
  return Array.from({ length: count }, (_, index) => {
    const [from, to, amount_from, amount_to] = PAIRS[index % PAIRS.length] ?? (['BTC', 'EUR', '0.1', '1'] as const);
    return {
      id: idOf(800 + index),
      version: 1,
      status: 'done',
      mode: 'production',
      from,
      to,
      amount_from,
      amount_to,
      rate: '79202.00',
      spread_bps: 50,
      fee: to === 'EUR' ? '39.60' : '7.740000',
      invoice_id: null,
      deposit_id: null,
      at: 'present',
      created_at: new Date(Date.parse(NOW) - index * 5_400_000).toISOString(),
    };
  });
}

type Answer = [status: number, body: unknown];

/** The calls of conversions; undefined for all others. */
export function conversionAnswer(
  call: MockCall,
  state: { conversions: MockConversions; balances: SpaBalance[] },
): Answer | undefined {
  const { conversions } = state;
  const [, method, path = ''] = /^(\w+) \/spa\/production\/manual-conversions(.*)$/.exec(call.key) ?? [];
  if (method === undefined) return undefined;
  const query = new URLSearchParams(call.path.split('?')[1] ?? '');
  if (path === '/rate') return [200, { data: conversions.rate }];
  if (path === '/amount-to' || path === '/amount-from') {
    conversions.quoted += 1;
    return [200, { data: quoteOf(query, path, conversions.quoted) }];
  }
  if (method === 'POST') {
    const [first = makeConversionRows(1)[0]] = conversions.rows;
    const made = { ...first, id: idOf(899), created_at: NOW } as Conversion;
    conversions.rows = [made, ...conversions.rows];
    return [201, { data: made }];
  }
  if (path === '') return listOf(query, conversions.rows);
  const known = conversions.rows.find(({ id }) => path === `/${id}`);
  return known
    ? [200, { data: known }]
    : [404, { message: 'Nothing found', code: 'not_found', request_id: 'req-7f3a91' }];
}

/** One bitcoin for 79,202 euro and half a percent of fee, whatever the pair. */
function quoteOf(query: URLSearchParams, path: string, number: number): ConversionQuote {
  const [from, to] = [query.get('from') as GateId, query.get('to') as GateId];
  const [unitFrom, unitTo] = [10n ** BigInt(gateDecimals(from)), 10n ** BigInt(gateDecimals(to))];
  const amount = query.get('amount') ?? '0';
  const target = path === '/amount-from' ? parseAmount(amount, gateDecimals(to)) : null;
  const given =
    target === null
      ? parseAmount(amount, gateDecimals(from))
      : (target * unitFrom * 1000n) / (79_202n * unitTo * 995n) + 1n;
  const gross = (given * 79_202n * unitTo) / unitFrom;
  const net = target ?? (gross * 995n) / 1000n;
  return {
    id: idOf(900 + number),
    from,
    to,
    rate: '79202.00',
    spread_bps: 50,
    amount_from: formatAmount(given, gateDecimals(from)),
    amount_to: formatAmount(net, gateDecimals(to)),
    fee: formatAmount(gross - net, gateDecimals(to)),
    expires_at: new Date(Date.now() + QUOTE_MS).toISOString(),
  };
}

function listOf(query: URLSearchParams, rows: readonly Conversion[]): Answer {
  const [page, perPage] = [Number(query.get('page') ?? 1), Number(query.get('per_page') ?? 25)];
  const gateId = query.get('gate_id');
  const found = rows.filter(({ from, to }) => gateId === null || from === gateId || to === gateId);
  const shown = found.slice((page - 1) * perPage, page * perPage);
  return [200, { data: shown, pagination: { total: found.length, page, per_page: perPage } }];
}
