import { Data } from '../../../contract/basics.ts';
import { ChangeStopBody, CustodyView } from '../../../contract/staff-custody.ts';
import { audit } from '../../../db/audit/audit.ts';
import { type Db, inTransaction } from '../../../db/core/sequelize.ts';
import { readCustodyChecks } from '../../../db/custody/checks.ts';
import { listInFlight } from '../../../db/custody/in-flight.ts';
import { listSuspense } from '../../../db/custody/suspense.ts';
import { changeStop, readStops } from '../../../db/payouts/emergency-stop.ts';
import type { App } from '../../app.ts';
import { type StaffDoor, staffActOf, staffOf } from '../../auth/staff-door.ts';
import { presentCustody } from '../../presenters/staff-custody.ts';
import { staffRoute } from '../../route-options.ts';

/** Of what is on its way, and of what is in suspense. */
const SHOWN = 100;

/** The coins on the chains beside the books, and the stop of outgoing money. */
export function staffCustodyRoutes(app: App, { db }: StaffDoor): void {
  app.get(
    '/staff/custody',
    staffRoute('custody_view', {
      summary: 'Compare coins on chain with the books',
      response: { 200: Data(CustodyView) },
    }),
    async (_request, reply) => reply.header('cache-control', 'no-store').send({ data: await view(db) }),
  );

  app.post(
    '/staff/custody/stop',
    staffRoute('money_stop', {
      summary: 'Stop or resume outgoing money',
      description:
        'After the response nothing is signed until outgoing money is resumed. Of the transactions signed before, ' +
        'only those being sent to a node at that moment may still reach it.',
      body: ChangeStopBody,
      response: { 200: Data(CustodyView) },
    }),
    async (request) => {
      const { mode, network, stopped, reason } = request.body;
      const by = staffOf(request).email;
      await inTransaction(db, async (tx) => {
        await changeStop(tx, { modes: [mode], network, stopped, by, reason });
        await audit(tx, {
          ...staffActOf(request),
          chain: 'staff',
          action: stopped ? 'money.stopped' : 'money.released',
          target: { kind: 'network', id: network, label: `${network === '*' ? 'every network' : network} (${mode})` },
          data: { reason },
        });
      });
      return { data: await view(db) };
    },
  );
}

async function view(db: Db): Promise<CustodyView> {
  return presentCustody(
    await readCustodyChecks(db),
    await readStops(db),
    await listInFlight(db, SHOWN),
    await listSuspense(db, SHOWN),
  );
}
