import { defineQuery, defineSignal } from '@temporalio/workflow';
import type { PayoutSnapshot } from '../domain/state/payout-snapshot.ts';
import { type ProcessNews, type ProcessReport, payoutChangedSignal, payoutQuery } from './messages.ts';

/** What tests send to the workflow of a payout, and ask it, by the names that the product uses. */
export const payoutChanged = defineSignal<[ProcessNews<PayoutSnapshot>]>(payoutChangedSignal);
export const payoutReport = defineQuery<ProcessReport<PayoutSnapshot>>(payoutQuery);
