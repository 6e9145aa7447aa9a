import { Data } from '../../../../contract/basics.ts';
import { TimeZoneBody } from '../../../../contract/dashboard.ts';
import { takeTry } from '../../../../db/accounts/lockouts.ts';
import { audit } from '../../../../db/audit/audit.ts';
import { inTransaction } from '../../../../db/core/sequelize.ts';
import { setTimeZone } from '../../../../db/dashboard/time-zone.ts';
import { fieldError } from '../../../../domain/errors.ts';
import type { App } from '../../../app.ts';
import type { Accounts } from '../../../auth/accounts.ts';
import { auditedUser } from '../../../auth/audited.ts';
import { userOf } from '../../../auth/guard.ts';
import { shopRoute } from '../../../route-options.ts';

/** A long history takes seconds to count again. */
const TRIES_A_DAY = 6;

/** The zone that the merchant's days are counted by, in both modes. */
export function timeZoneRoute(app: App, { db, secrets }: Accounts): void {
  app.put(
    '/spa/:profile/dashboard/time-zone',
    shopRoute('merchant_profile_update', {
      summary: 'Set the time zone',
      description: 'Figures by day count the days of this zone. They are counted again at once, in both modes.',
      body: TimeZoneBody,
      response: { 200: Data(TimeZoneBody) },
    }),
    async (request) => {
      const { merchant } = userOf(request);
      const { time_zone: zone } = request.body;
      await takeTry(db, secrets, { scope: 'time-zone', key: merchant.id, tries: TRIES_A_DAY, minutes: 24 * 60 });
      await inTransaction(db, async (tx) => {
        if (!(await setTimeZone(tx, merchant.id, zone))) throw fieldError('time_zone', 'There is no such time zone.');
        const target = { kind: 'merchant', id: merchant.id, label: zone };
        await audit(tx, {
          ...auditedUser(request),
          action: 'account.time_zone_set',
          target,
          data: { time_zone: zone },
        });
      });
      return { data: { time_zone: zone } };
    },
  );
}
