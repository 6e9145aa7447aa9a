import type { Db } from '../../../db/core/sequelize.ts';
import type { SimulatedAccount } from '../../../db/treasury/simulated-exchange.ts';
import { type Exact, formatExact } from '../../../domain/treasury/exact.ts';
import type { ExchangeFault, FaultScope, Faults } from './faults.ts';

/** A request to a simulated exchange, as its protocol reads it. */
export interface Call {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** Of the query or the form. */
  readonly params: URLSearchParams;
  /** The signed text: the query or the form. */
  readonly signed: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export interface SimulatorContext {
  readonly db: Db;
  readonly account: SimulatedAccount;
  readonly key: string;
  readonly secret: string;
  readonly faults: Faults;
  readonly nowMs: () => number;
}

/** One exchange's HTTP interface. */
export interface Protocol {
  /** Which faults concern the call. */
  readonly scopeOf: (call: Call) => FaultScope;
  readonly answer: (context: SimulatorContext, call: Call, fault: ExchangeFault | undefined) => Promise<Answer>;
  /** How the exchange says that it is down, that calls come too fast, or that something broke. */
  readonly troubles: Readonly<Record<'outage' | 'rate_limit' | 'error_after_work', Answer>>;
}

/** A balance as the exchange says it. */
export function reportedBalance({ faults }: SimulatorContext, currency: string, amount: Exact): string {
  return formatExact(amount + (faults.lies.get(currency) ?? 0n));
}

/** How an order of this call is supplied, by its fault. */
export function supplyOf(fault: ExchangeFault | undefined): 'all' | 'half' | 'none' {
  return fault === 'partial' ? 'half' : fault === 'rests' ? 'none' : 'all';
}

/** How many places a step has: 0.01 has two. */
export function placesOf(step: Exact): number {
  return formatExact(step).split('.')[1]?.length ?? 0;
}
