import { useDataProvider } from 'react-admin';
import { makeRecords } from '../../data/records.ts';
import { alertCalls } from '../alerts/alert-calls.ts';
import { bankCalls } from '../bank/bank-calls.ts';
import { claimCalls } from '../claims/claim-calls.ts';
import { caseCalls } from '../compliance/case-calls.ts';
import { custodyCalls } from '../custody/custody-calls.ts';
import { deletionCalls } from '../deletions/deletion-calls.ts';
import { operationCalls } from '../operations/operation-calls.ts';
import { partnerCalls } from '../partners/partner-calls.ts';
import { reportCalls } from '../reports/report-calls.ts';
import { reserveCalls } from '../reserves/reserve-calls.ts';
import { ticketCalls } from '../tickets/ticket-calls.ts';
import { treasuryCalls } from '../treasury/treasury-calls.ts';
import { updateCalls } from '../updates/update-calls.ts';
import { staffApi, staffCall } from './staff-call.ts';

/** The console's one way to the API: records, and a method for each act. */
export const staffProvider = {
  ...makeRecords(staffCall, (pathname) => `/staff${pathname}`),
  supportAbortSignal: true,
  ...caseCalls(staffApi),
  ...operationCalls(staffApi),
  ...reportCalls(staffApi),
  ...claimCalls(staffApi),
  ...custodyCalls(staffApi),
  ...treasuryCalls(staffApi),
  ...bankCalls(staffApi),
  ...alertCalls(staffApi),
  ...deletionCalls(staffApi),
  ...ticketCalls(staffApi),
  ...partnerCalls(staffApi),
  ...updateCalls(staffApi),
  ...reserveCalls(staffApi),
};

export type StaffProvider = typeof staffProvider;

export function useStaffProvider(): StaffProvider {
  return useDataProvider<StaffProvider>();
}
