import type { Db } from '../../../db/core/sequelize.ts';
import type { Mode } from '../../../domain/assets/assets.ts';
import type { Faults } from './faults.ts';
import type { SimulatorState } from './state.ts';

/** One account at the simulated partner. */
export interface SimulatedAccount {
  /** The partner reference in the paths. */
  readonly partner: string;
  readonly mode: Mode;
  readonly key: string;
  readonly secret: string;
  readonly webhookUrl: string;
  readonly webhookSecret: string;
}

/** How long things take. */
export interface SimulatorPace {
  /** From one status to the next. */
  readonly stepMs: number;
  /** Until an order that is not paid expires. */
  readonly orderLifeMs: number;
  /** Until a checkout URL that nobody opened is worthless. */
  readonly checkoutLifeMs: number;
  /** From delivery to a chargeback: long enough for others to see the coins first. */
  readonly chargebackMs: number;
  /** How late late webhooks are. */
  readonly lateMs: number;
}

export interface SimulatorContext {
  readonly db: Db;
  readonly accounts: readonly SimulatedAccount[];
  readonly state: SimulatorState;
  readonly faults: Faults;
  readonly pace: SimulatorPace;
  readonly nowMs: () => number;
  /** Where its pages are; without a slash at the end. */
  readonly url: () => string;
}

export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export function jsonAnswer(status: number, body: unknown): Answer {
  return { status, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}
