import type { CryptoGateId } from '../assets/assets.ts';
import { minOf } from '../money/money.ts';
import { Losses } from '../money/written-off.fixture.ts';
import type { RefundFact } from './invoice-facts.ts';
import { isLedgerEffect, type LedgerEffect } from './invoice-ledger.ts';

/**
 * An invoice's money in one asset. No balance goes below zero: what is asked of one that does not have it is refused.
 */
interface Balances {
  /** The amount that the chain brought, less the refunds. */
  custody: bigint;
  account: bigint;
  fees: bigint;
  suspense: bigint;
  /** The merchant's amount from it, less what they covered and paid into its refunds. */
  given: bigint;
}

export interface OpenRefund extends RefundFact {
  readonly fromAvailableMinor: bigint;
}

export type Gate = Extract<CryptoGateId, 'BTC' | 'LTC'>;
export const GATES: readonly Gate[] = ['BTC', 'LTC'];

/** A merchant's balance and debt in each asset, whatever they come from. */
export class Merchant {
  readonly #by: Record<Gate, { available: bigint; debt: bigint; moved: bigint }>;
  readonly losses = new Losses();

  /** @param otherMinor what the merchant has of each asset from elsewhere */
  constructor(otherMinor: bigint) {
    const start = { available: otherMinor, debt: 0n, moved: otherMinor };
    this.#by = { BTC: { ...start }, LTC: { ...start } };
  }

  of(gate: Gate): Readonly<{ available: bigint; debt: bigint; moved: bigint }> {
    return this.#by[gate];
  }

  /** Incoming money pays the gateway's loss of its cause first, and then the debt. */
  give(gate: Gate, minor: bigint, cause: string): void {
    const at = this.#by[gate];
    at.available += minor - this.losses.give(cause, gate, minor);
    // Money that was reserved meanwhile has come back to the balance: it pays, too.
    const paidOff = minOf(at.debt, at.available);
    at.debt -= paidOff;
    at.available -= paidOff;
    this.losses.owe(gate, { cause, minor: -paidOff });
  }

  /** An amount taken back beyond the balance is a debt. */
  take(gate: Gate, minor: bigint, cause: string): void {
    const at = this.#by[gate];
    const goneMinor = minor - this.losses.take(cause, gate, minor);
    const taken = minOf(at.available, goneMinor);
    at.available -= taken;
    at.debt += goneMinor - taken;
    this.losses.owe(gate, { cause, minor: goneMinor - taken });
  }

  /** The gateway bears the whole debt. */
  writeOff(gate: Gate): void {
    this.losses.writeOff(gate);
    this.#by[gate].debt = 0n;
  }

  /** Money out, and its reservation: never what is owed. False: it is not there. */
  reserve(gate: Gate, minor: bigint): boolean {
    const at = this.#by[gate];
    if (at.available - at.debt < minor && minor > 0n) return false;
    at.available -= minor;
    return true;
  }

  release(gate: Gate, minor: bigint): void {
    this.#by[gate].available += minor;
  }

  /** Leaves the gateway for good. */
  payOut(gate: Gate, minor: bigint): void {
    if (this.reserve(gate, minor)) this.#by[gate].moved -= minor;
  }
}

/** Books of one invoice that are kept by effects alone, by the rules of the ledger and not by those of the invoice. */
export class Books {
  readonly merchant: Merchant;
  readonly #cause: string;
  readonly #by: Record<Gate, Balances>;
  readonly refunds: OpenRefund[] = [];

  constructor(merchant: Merchant, cause: string) {
    this.#cause = cause;
    const empty = { custody: 0n, account: 0n, fees: 0n, suspense: 0n, given: 0n };
    this.#by = { BTC: { ...empty }, LTC: { ...empty } };
    this.merchant = merchant;
  }

  of(gate: Gate): Readonly<Balances> {
    return this.#by[gate];
  }

  post(effects: readonly { readonly type: string }[]): void {
    for (const effect of effects) if (isLedgerEffect(effect)) this.#post(effect);
  }

  /** The invoice's account first, the rest of the balance. False: neither has it. */
  hold(gateId: Gate, amountMinor: bigint): boolean {
    const at = this.#by[gateId];
    const drawnMinor = minOf(at.account, amountMinor);
    const fromAvailableMinor = amountMinor - drawnMinor;
    if (!this.merchant.reserve(gateId, fromAvailableMinor)) return false;
    at.account -= drawnMinor;
    at.given -= fromAvailableMinor;
    this.refunds.push({ gateId, amountMinor, drawnMinor, fromAvailableMinor, open: true });
    return true;
  }

  end(refund: OpenRefund, how: 'sent' | 'void'): void {
    const gate = refund.gateId as Gate;
    const at = this.#by[gate];
    this.refunds.splice(this.refunds.indexOf(refund), 1);
    if (how === 'void') {
      at.account += refund.drawnMinor;
      at.given += refund.fromAvailableMinor;
      this.merchant.release(gate, refund.fromAvailableMinor);
      return;
    }
    at.custody -= refund.amountMinor;
    this.refunds.push({ ...refund, open: false });
  }

  sentMinor(gate: Gate): bigint {
    const sent = this.refunds.filter(({ open, gateId }) => !open && gateId === gate);
    return sent.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
  }

  /** Incoming less outgoing money equals the invoice's accounts and holds plus the merchant's part. */
  differences(): bigint[] {
    return GATES.map((gate) => {
      const { custody, account, fees, suspense, given } = this.#by[gate];
      const held = this.refunds.filter(({ open, gateId }) => open && gateId === gate);
      const heldMinor = held.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
      return custody - (account + fees + suspense + heldMinor + given);
    });
  }

  #post(effect: LedgerEffect): void {
    const gate = 'gateId' in effect ? effect.gateId : effect.assetRef;
    if (gate !== 'BTC' && gate !== 'LTC') return;
    const at = this.#by[gate];
    switch (effect.type) {
      case 'credit':
      case 'reverse': {
        const minor = effect.type === 'credit' ? effect.minor : -effect.minor;
        at.custody += minor;
        at[effect.account === 'unsettled' ? 'account' : 'suspense'] += minor;
        break;
      }
      case 'settle':
        at.account -= effect.netMinor + effect.serviceFeeMinor + effect.networkFeeMinor;
        at.fees += effect.serviceFeeMinor + effect.networkFeeMinor;
        this.#give(gate, effect.netMinor);
        break;
      case 'unsettle':
        this.#take(gate, effect.netMinor);
        at.fees -= effect.serviceFeeMinor + effect.networkFeeMinor;
        at.account += effect.netMinor + effect.serviceFeeMinor + effect.networkFeeMinor;
        break;
      case 'cover':
        this.#take(gate, effect.minor);
        at.account += effect.minor;
        break;
      case 'uncover':
        at.account -= effect.minor;
        this.#give(gate, effect.minor);
        break;
      case 'convert':
      case 'unconvert':
        throw new Error('These invoices ask for no conversion.');
      default:
        effect satisfies never;
    }
    if (at.account < 0n || at.suspense < 0n) throw new Error(`${effect.type} takes what is not there.`);
  }

  #take(gate: Gate, minor: bigint): void {
    this.#by[gate].given -= minor;
    this.merchant.take(gate, minor, this.#cause);
  }

  #give(gate: Gate, minor: bigint): void {
    this.#by[gate].given += minor;
    this.merchant.give(gate, minor, this.#cause);
  }
}

/**
 * The merchant's balance less their debt is the earlier one, less outgoing money, plus what invoices gave and we lost.
 */
export function merchantDifferences(merchant: Merchant, invoices: readonly Books[]): bigint[] {
  return GATES.map((gate) => {
    const { available, debt, moved } = merchant.of(gate);
    const givenMinor = invoices.reduce((sum, books) => sum + books.of(gate).given, 0n);
    return available - debt - (moved + givenMinor + merchant.losses.openMinor(gate));
  });
}
