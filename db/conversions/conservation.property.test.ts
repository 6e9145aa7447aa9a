import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { GateId } from '../../domain/assets/assets.ts';
import { type ConversionPrice, lockedMidPrice, midPrice, priceFrom, priceTo } from '../../domain/conversion/price.ts';
import { type RatedConversion, reversalsByRate } from '../../domain/conversion/reversal.ts';
import { isDomainError } from '../../domain/errors.ts';
import { examples } from '../../domain/examples.fixture.ts';
import type { Autoconversion } from '../../domain/invoices/record.ts';
import { maxOf, minOf } from '../../domain/money/money.ts';
import { parseRate, type Rate } from '../../domain/money/rates.ts';
import { DEADLINE_MS, facts, LATE_MS, ON_TIME_MS, payment } from '../../domain/state/invoice.fixture.ts';
import { factsAfter, type InvoiceEffect, nextInvoice } from '../../domain/state/invoice.ts';
import type { InvoiceEvent } from '../../domain/state/invoice-event.ts';
import type { InvoiceFacts } from '../../domain/state/invoice-facts.ts';
import type { Posting } from '../ledger/transfer-request.ts';
import { conversionTransfer, reversalTransfer } from './transfer.ts';

/** More by `CONVERSION_EXAMPLES=100000 vitest run db/conversions/conservation.property.test.ts`. */
const EXAMPLES = examples(3_000, 'CONVERSION_EXAMPLES');

type Row = RatedConversion & { reversedFromMinor: bigint; reversedToMinor: bigint; reversedFeeMinor: bigint };
const ASSETS = ['BTC', 'EUR', 'USDT_TRC20'] as const;

/** The books of one merchant and the gateway in memory; an account's amount is its credits less its debits. */
class Books {
  readonly #of = new Map<string, bigint>();

  get(asset: string, kind: string): bigint {
    return this.#of.get(`${asset} ${kind}`) ?? 0n;
  }

  move(asset: string, from: string, to: string, minor: bigint): void {
    if (minor === 0n) return;
    if (minor < 0n) throw new Error('An amount is more than zero.');
    this.#of.set(`${asset} ${from}`, this.get(asset, from) - minor);
    this.#of.set(`${asset} ${to}`, this.get(asset, to) + minor);
    // A debt is paid by what comes in.
    if (to === 'available') {
      const paid = minOf(maxOf(0n, -this.get(asset, 'receivable')), maxOf(0n, this.get(asset, 'available')));
      this.move(asset, 'available', 'receivable', paid);
    }
  }

  post(postings: readonly Posting[]): void {
    for (const { debit, credit, minor } of postings) this.move(debit.asset, debit.kind, credit.kind, minor);
  }

  /** Everything but what is on the chain. */
  held(asset: string): bigint {
    const kinds = ['invoice', 'available', 'receivable', 'fees:service', 'fees:conversion', 'position', 'pnl'];
    return kinds.reduce((sum, kind) => sum + this.get(asset, kind), 0n);
  }
}

const moves = fc.oneof(
  fc.record({
    type: fc.constant('pay' as const),
    minor: fc.oneof(fc.constant(1_000n), fc.bigInt(1n, 1_500n)),
    late: fc.boolean(),
    isConfirmed: fc.boolean(),
  }),
  fc.record({ type: fc.constant('chain' as const), slot: fc.nat(3), isConfirmed: fc.boolean() }),
  fc.record({ type: fc.constantFrom('settle' as const, 'complete' as const, 'deadline' as const) }),
  fc.record({ type: fc.constant('market' as const), percent: fc.integer({ min: 20, max: 500 }) }),
  fc.record({
    type: fc.constant('convert' as const),
    from: fc.constantFrom(...ASSETS),
    to: fc.constantFrom(...ASSETS),
    percent: fc.bigInt(1n, 100n),
  }),
  fc.record({ type: fc.constant('refund' as const), percent: fc.bigInt(1n, 100n) }),
  fc.record({ type: fc.constant('spend' as const), asset: fc.constantFrom(...ASSETS), percent: fc.bigInt(1n, 100n) }),
);
type Move = typeof moves extends fc.Arbitrary<infer M> ? M : never;

const autoconversions = fc.oneof(
  fc.constant<Autoconversion>({ type: 'full', gate_id: 'EUR' }),
  fc.constant<Autoconversion>({ type: 'full', gate_id: 'USDT_TRC20' }),
  fc.integer({ min: 1, max: 99 }).map((percent): Autoconversion => ({ type: 'partial', gate_id: 'EUR', percent })),
);

class History {
  readonly books = new Books();
  readonly #rows: (Row & { readonly id: string; readonly to: GateId })[] = [];
  readonly #locked = rateOf('BTC', 5_000_000n);
  #facts: InvoiceFacts;
  #percent = 100;
  #nowMs = ON_TIME_MS;

  constructor(autoconversion: Autoconversion) {
    this.#facts = facts({ autoconversion, autocomplete: true, lateToleranceBps: 1_000, underpaidPolicy: 'accept' });
  }

  make(move: Move): void {
    switch (move.type) {
      case 'pay': {
        if (this.#facts.payments.length >= 4) return;
        const id = `p${this.#facts.payments.length}`;
        const firstSeenAtMs = move.late ? LATE_MS : ON_TIME_MS;
        const paid = payment(id, move.minor, { firstSeenAtMs, seenValueMinor: 10n * move.minor });
        this.#facts = { ...this.#facts, payments: [...this.#facts.payments, paid] };
        this.#apply({ type: 'payments_changed' });
        if (move.isConfirmed) this.make({ type: 'chain', slot: this.#facts.payments.length - 1, isConfirmed: true });
        return;
      }
      case 'chain': {
        const payments = this.#facts.payments.map((each, index) =>
          index === move.slot % this.#facts.payments.length
            ? {
                ...each,
                status: move.isConfirmed ? ('confirmed' as const) : ('seen' as const),
                confirmedAtMs: this.#nowMs,
              }
            : each,
        );
        this.#facts = { ...this.#facts, payments };
        this.#apply({ type: 'payments_changed' });
        return;
      }
      case 'deadline':
        this.#nowMs = DEADLINE_MS + 120_000;
        this.#apply({ type: 'deadline' });
        return;
      case 'settle':
      case 'complete':
        this.#apply({ type: move.type });
        return;
      case 'market':
        this.#percent = move.percent;
        return;
      case 'convert': {
        const minor = (this.#available(move.from) * move.percent) / 100n;
        if (move.from === move.to || minor <= 0n) return;
        this.#convert(priceFrom(move, minor, midPrice(move, this.#rates(), 0), TERMS));
        return;
      }
      case 'refund': {
        // Coins are bought back for exactly what leaves, and leave.
        const pair = { from: 'EUR', to: 'BTC' } as const;
        const most = priceFrom(pair, this.#available('EUR'), midPrice(pair, this.#rates(), 0), TERMS).amountToMinor;
        const minor = (most * move.percent) / 100n;
        if (minor <= 0n) return;
        this.#convert(priceTo(pair, minor, midPrice(pair, this.#rates(), 0), TERMS));
        this.books.move('BTC', 'available', 'custody', minOf(minor, this.#available('BTC')));
        return;
      }
      case 'spend':
        this.books.move(move.asset, 'available', 'custody', (this.#available(move.asset) * move.percent) / 100n);
    }
  }

  check(): void {
    for (const asset of ASSETS) {
      expect(this.books.held(asset)).toBe(-this.books.get(asset, 'custody'));
      expect(this.books.get(asset, 'available') >= 0n).toBe(true);
      expect(this.books.get(asset, 'receivable') <= 0n).toBe(true);
    }
    const live = this.#rows.reduce((sum, row) => sum + row.amountFromMinor - row.reversedFromMinor, 0n);
    expect(this.#facts.convertedMinor).toBe(live);
    // No more than was due ever has the locked rate.
    const locked = this.#rows.filter(({ rateAt }) => rateAt === 'locked');
    const lockedMinor = locked.reduce((sum, row) => sum + row.amountFromMinor - row.reversedFromMinor, 0n);
    expect(lockedMinor <= 990n).toBe(true);
    // A conversion that is taken back whole returns everything it gave, and no part returns more.
    for (const row of this.#rows) {
      const left = [row.amountToMinor - row.reversedToMinor, row.feeMinor - row.reversedFeeMinor];
      if (row.reversedFromMinor === row.amountFromMinor) expect(left).toEqual([0n, 0n]);
      expect(left.every((minor) => minor >= 0n)).toBe(true);
    }
    // Only what reached the merchant can be converted.
    expect(live <= this.#facts.amountSettledMinor).toBe(true);
    if (this.#facts.amountSettledMinor === 0n) expect(live).toBe(0n);
  }

  #available(asset: string): bigint {
    return maxOf(0n, this.books.get(asset, 'available'));
  }

  #rates(): Rate[] {
    const at = (minor: bigint) => (minor * BigInt(this.#percent)) / 100n;
    return [rateOf('BTC', at(5_000_000n)), rateOf('USDT', 90n)];
  }

  #convert(price: ConversionPrice): void {
    if (price.amountToMinor === 0n) return;
    this.books.post(conversionTransfer({ merchantId: 'm', mode: 'sandbox', ...price }, { key: 'manual' }).postings);
  }

  #apply(event: InvoiceEvent): void {
    try {
      const outcome = nextInvoice(this.#facts, event, this.#nowMs);
      for (const effect of outcome.effects) this.#carryOut(effect);
      const convertedMinor = this.#rows.reduce((sum, row) => sum + row.amountFromMinor - row.reversedFromMinor, 0n);
      this.#facts = { ...factsAfter(this.#facts, outcome.state), convertedMinor };
    } catch (error) {
      if (!isDomainError(error)) throw error;
    }
  }

  #carryOut(effect: InvoiceEffect): void {
    switch (effect.type) {
      case 'credit':
        this.books.move('BTC', 'custody', 'invoice', effect.minor);
        return;
      case 'reverse':
        this.books.move('BTC', 'invoice', 'custody', effect.minor);
        return;
      case 'settle':
        this.books.move('BTC', 'invoice', 'fees:service', effect.serviceFeeMinor);
        this.books.move('BTC', 'invoice', 'available', effect.netMinor);
        return;
      case 'unsettle': {
        const taken = minOf(effect.netMinor, this.#available('BTC'));
        this.books.move('BTC', 'available', 'invoice', taken);
        this.books.move('BTC', 'receivable', 'invoice', effect.netMinor - taken);
        this.books.move('BTC', 'fees:service', 'invoice', effect.serviceFeeMinor);
        return;
      }
      case 'convert': {
        const pair = { from: effect.gateId, to: effect.to };
        // A debt was paid first.
        let left = this.#available('BTC');
        const part = (rateAt: Row['rateAt'], minor: bigint, mid: ReturnType<typeof midPrice>) => {
          const price = priceFrom(pair, minOf(minor, left), mid, TERMS);
          if (price.amountToMinor === 0n) return;
          left -= price.amountFromMinor;
          this.#convert(price);
          const none = { reversedFromMinor: 0n, reversedToMinor: 0n, reversedFeeMinor: 0n };
          this.#rows.unshift({ id: `c${this.#rows.length}`, rateAt, ...price, ...none });
        };
        part('locked', effect.lockedMinor, lockedMidPrice(effect.to, this.#locked, this.#rates(), 0));
        part('present', effect.presentMinor, midPrice(pair, this.#rates(), 0));
        return;
      }
      case 'unconvert':
        this.#takeBack(effect);
        return;
      default:
    }
  }

  #takeBack(effect: Extract<InvoiceEffect, { type: 'unconvert' }>): void {
    const reversals = reversalsByRate(this.#rows, effect);
    expect(reversals.reduce((sum, { fromMinor }) => sum + fromMinor, 0n)).toBe(effect.minor);
    for (const { id, fromMinor, toMinor, feeMinor } of reversals) {
      const row = this.#rows.find((each) => each.id === id);
      if (row === undefined) throw new Error('A reversal is of a conversion.');
      const shortMinor = toMinor - minOf(toMinor, this.#available(row.to));
      const money = { amountFromMinor: fromMinor, amountToMinor: toMinor, feeMinor, from: 'BTC' as const, to: row.to };
      const taken = { takenMinor: toMinor - shortMinor, shortMinor, lossMinor: 0n };
      const of = { merchantId: 'm', mode: 'sandbox' as const, ...money, ...taken };
      this.books.post(reversalTransfer(of, { key: id }).postings);
      row.reversedFromMinor += fromMinor;
      row.reversedToMinor += toMinor;
      row.reversedFeeMinor += feeMinor;
    }
  }
}

/** Half of the histories begin with a settled invoice, or few would come so far. */
const PAID: readonly Move[] = [{ type: 'pay', minor: 1_000n, late: false, isConfirmed: true }, { type: 'settle' }];

const TERMS = { spreadBps: 30, feeBps: 50 };

function rateOf(asset: 'BTC' | 'USDT', cents: bigint): Rate {
  const value = `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
  const forever = new Date(8.64e15);
  return parseRate(value, { asset, currency: 'EUR', source: 'test', sampledAt: forever, expiresAt: forever });
}

test('per asset, merchants, fees, positions and profit are always what came in, whatever happens', () => {
  fc.assert(
    fc.property(
      autoconversions,
      fc.array(moves, { minLength: 5, maxLength: 40 }),
      fc.boolean(),
      (request, history, isPaid) => {
        const at = new History(request);
        for (const move of [...(isPaid ? PAID : []), ...history]) {
          at.make(move);
          at.check();
        }
      },
    ),
    { numRuns: EXAMPLES },
  );
});
