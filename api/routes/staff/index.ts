import type { App } from '../../app.ts';
import type { StaffDoor } from '../../auth/staff-door.ts';
import type { ServerDeps } from '../../deps.ts';
import { staffAlertRoutes } from './alerts.ts';
import { staffAuthRoutes } from './auth.ts';
import { staffBankRoutes } from './bank.ts';
import { staffBankMatchRoutes } from './bank-matches.ts';
import { staffCardOrderRoutes } from './card-orders.ts';
import { staffCaseRoutes } from './cases.ts';
import { staffClaimRoutes } from './claims.ts';
import { staffCodecRoutes } from './codec.ts';
import { staffCustodyRoutes } from './custody.ts';
import { staffDebtRoutes } from './debts.ts';
import { staffDeletionRoutes } from './deletions.ts';
import { staffOperationRoutes } from './operations.ts';
import { staffPartnerRoutes } from './partners.ts';
import { staffRecordRoutes } from './records.ts';
import { staffReportRoutes } from './reports.ts';
import { staffReserveRoutes } from './reserves.ts';
import { staffTicketRoutes } from './tickets.ts';
import { staffTransferRoutes } from './transfers.ts';
import { staffTreasuryRoutes } from './treasury.ts';
import { staffUpdateRoutes } from './updates.ts';
import { staffVisitorRoutes } from './visitors.ts';

/** For the compliance console, and the Web UI of Temporal. */
export async function staffRoutes(app: App, deps: ServerDeps, staffDoor: StaffDoor): Promise<void> {
  staffAuthRoutes(app, deps, staffDoor);
  staffCaseRoutes(app, staffDoor, deps.config);
  staffOperationRoutes(app, staffDoor);
  staffReportRoutes(app, staffDoor);
  staffCustodyRoutes(app, staffDoor);
  staffAlertRoutes(app, staffDoor);
  staffBankRoutes(app, staffDoor);
  staffBankMatchRoutes(app, staffDoor);
  staffDebtRoutes(app, staffDoor);
  staffReserveRoutes(app, staffDoor, deps.config);
  staffTreasuryRoutes(app, staffDoor);
  staffTransferRoutes(app, staffDoor, deps.config);
  staffClaimRoutes(app, staffDoor, deps.config);
  staffCardOrderRoutes(app, staffDoor);
  staffDeletionRoutes(app, staffDoor);
  staffVisitorRoutes(app, staffDoor);
  staffTicketRoutes(app, staffDoor, deps);
  staffPartnerRoutes(app, staffDoor, deps.config);
  staffUpdateRoutes(app, staffDoor);
  staffRecordRoutes(app, staffDoor, deps);
  await staffCodecRoutes(app, staffDoor, deps);
}
