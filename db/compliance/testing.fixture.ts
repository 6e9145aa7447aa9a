import type { BusinessData, CasePerson } from '../../domain/compliance/business-data.ts';
import type { DocumentKind } from '../../domain/compliance/case.ts';
import { aBusiness, aPerson } from '../../domain/compliance/subjects.fixture.ts';
import { newId } from '../../domain/ids.ts';
import type { StaffRole } from '../../domain/staff-permissions.ts';
import { readUser } from '../people/users.ts';
import { type Db, inTransaction } from '../sequelize.ts';
import { makeMerchant, testBox } from '../testing.fixture.ts';
import { openCase } from './cases.ts';
import { type Decision, decide } from './decide.ts';
import {
  type MerchantActor,
  skipTest,
  submitBusiness,
  submitPersonal,
  uploadDocument,
  writeBusiness,
  writePerson,
} from './merchant-acts.ts';

export const PDF = Buffer.from('%PDF-1.7\nA document of a test.\n');

/** A merchant on the way to production, with what it would do on its screen. */
export async function makeApplicant(
  db: Db,
  changes: { readonly business?: Partial<BusinessData>; readonly person?: Partial<CasePerson> } = {},
) {
  const { merchantId, user } = await makeMerchant(db, { status: 'active' });
  const actor: MerchantActor = { user: await readUser(db, user.id), client: { ip: '192.0.2.7', userAgent: undefined } };
  const { caseId } = await inTransaction(db, (tx) => openCase(tx, merchantId));

  const upload = (kind: DocumentKind, personId: string | null = null, expiresOn: string | null = null, bytes = PDF) =>
    inTransaction(db, (tx) =>
      uploadDocument(tx, testBox, actor, {
        kind,
        personId,
        fileName: `${kind}.pdf`,
        contentType: 'application/pdf',
        bytes,
        expiresOn,
      }),
    );
  return {
    merchantId,
    caseId,
    actor,
    user,
    upload,
    skipTest: () => inTransaction(db, (tx) => skipTest(tx, actor)),
    handInBusiness: async () => {
      await inTransaction(db, (tx) => writeBusiness(tx, testBox, actor, aBusiness(changes.business)));
      for (const kind of ['registration', 'ownership', 'business_address'] as const) await upload(kind);
      await inTransaction(db, (tx) => submitBusiness(tx, testBox, actor));
    },
    handInPeople: async (expiresOn: string | null = '2036-01-31'): Promise<string> => {
      const { id: _, ...person } = aPerson(changes.person);
      const personId = await inTransaction(db, (tx) => writePerson(tx, testBox, actor, { person }));
      await upload('identity', personId, expiresOn);
      await upload('person_address', personId);
      await inTransaction(db, (tx) => submitPersonal(tx, testBox, actor));
      return personId;
    },
  };
}

/** A decision of somebody with this role, each time of another person. */
export function decideAs(db: Db, role: StaffRole, decision: Pick<Decision, 'caseId' | 'verdict'> & Partial<Decision>) {
  const staff = { id: newId(), name: `A ${role}`, role };
  return inTransaction(db, (tx) => decide(tx, { decisionId: newId(), staff, reason: 'Looked at it.', ...decision }));
}
