import { defineQuery, defineSignal } from '@temporalio/workflow';
import type { PayoutSnapshot } from '../domain/state/payout-snapshot.ts';
import { type ProcessNews, type ProcessReport, payoutChangedSignal, payoutQuery } from './messages.ts';

/** Signals and queries for the workflow of a payout, by the names that the product uses. */
export const payoutChanged = defineSignal<[ProcessNews<PayoutSnapshot>]>(payoutChangedSignal);
export const payoutReport = defineQuery<ProcessReport<PayoutSnapshot>>(payoutQuery);
