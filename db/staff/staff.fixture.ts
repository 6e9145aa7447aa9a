import type { StaffRole } from '../../domain/accounts/staff-permissions.ts';
import { newId } from '../../domain/ids.ts';
import { createAccountSecrets } from '../accounts/secrets.ts';
import { type Db, inTransaction } from '../core/sequelize.ts';
import { execute } from '../core/sql.ts';
import { testEncryptionKey } from '../testing.fixture.ts';
import { addStaff, readStaff, type StaffMember } from './people.ts';
import { totpContextOf } from './two-factor.ts';

/** A person of the role who has set up everything. */
export async function makeStaff(db: Db, role: StaffRole): Promise<StaffMember> {
  const { box } = createAccountSecrets(testEncryptionKey);
  return inTransaction(db, async (tx) => {
    const id = await addStaff(tx, { email: `${newId()}@staff.test`, fullName: `Staff ${role}`, role });
    const sealed = box.seal('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', totpContextOf(id));
    await execute(tx, 'UPDATE staff_user SET totp_secret_sealed = $2, totp_enabled_at = now() WHERE id = $1', [
      id,
      sealed,
    ]);
    return readStaff(tx, id);
  });
}
