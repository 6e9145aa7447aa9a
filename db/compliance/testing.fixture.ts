import type { StaffRole } from '../../domain/accounts/staff-permissions.ts';
import type { BusinessData, CasePerson } from '../../domain/compliance/business-data.ts';
import type { DocumentKind } from '../../domain/compliance/case.ts';
import type { CaseEvent } from '../../domain/compliance/case-table.ts';
import { aBusiness, aPerson } from '../../domain/compliance/subjects.fixture.ts';
import { newId } from '../../domain/ids.ts';
import { readUser } from '../accounts/users.ts';
import { type Db, inTransaction } from '../core/sequelize.ts';
import { recordAccess } from '../staff/access-log.ts';
import { addStaff, readStaff, type StaffMember } from '../staff/people.ts';
import { makeMerchant, testBox } from '../testing.fixture.ts';
import { openCase } from './cases.ts';
import { type Decision, decide } from './decide.ts';
import { recordShown, unopenedBy } from './documents.ts';
import { receiveFile } from './files.ts';
import {
  type MerchantActor,
  skipTest,
  submitBusiness,
  submitPersonal,
  uploadDocument,
  writeBusiness,
  writePerson,
} from './merchant-acts.ts';
import { pdf } from './pdf.fixture.ts';
import { applyCaseEvent } from './process.ts';

export async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** A document of one page. */
export const PDF = pdf(1);
/** A file that begins like a document and that nobody can draw. */
export const BROKEN_PDF = Buffer.from('%PDF-1.7\nA document of a test.\n');

/** A merchant on the way to production, with what it would do on its screen. */
export async function makeApplicant(
  db: Db,
  changes: {
    readonly business?: Partial<BusinessData>;
    readonly person?: Partial<CasePerson>;
    /** The identity document; {@link PDF} by default. */
    readonly identity?: Buffer;
  } = {},
) {
  const shop = await makeMerchant(db, { status: 'active', mode: 'production' });
  const { merchantId, user } = shop;
  const actor: MerchantActor = {
    user: await readUser(db, user.id),
    client: { ip: '192.0.2.7', userAgent: undefined },
    get nowMs() {
      return Date.now();
    },
  };
  const { caseId } = await inTransaction(db, (tx) => openCase(tx, merchantId));

  const upload = async (
    kind: DocumentKind,
    personId: string | null = null,
    expiresOn: string | null = null,
    bytes = PDF,
  ) => {
    const file = await receiveFile(db, testBox, inOnePiece(bytes));
    const document = { kind, personId, fileName: `${kind}.pdf`, file, expiresOn };
    return inTransaction(db, (tx) => uploadDocument(tx, actor, document));
  };
  return {
    shop,
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
      await upload('identity', personId, expiresOn, changes.identity);
      await upload('person_address', personId);
      await inTransaction(db, (tx) => submitPersonal(tx, testBox, actor));
      return personId;
    },
  };
}

/** A case that waits for the team, moved there by its events alone. */
export async function caseAtReview(db: Db) {
  const { merchantId } = await makeMerchant(db, { status: 'active' });
  const { caseId } = await inTransaction(db, (tx) => openCase(tx, merchantId));
  const apply = (event: CaseEvent) =>
    inTransaction(db, (tx) =>
      applyCaseEvent(tx, { id: caseId, event: { type: event }, cause: newId(), nowMs: Date.now() }),
    );
  for (const event of ['tested', 'business_submitted', 'personal_submitted', 'checked'] as const) await apply(event);
  return { caseId, merchantId, apply };
}

/** A merchant with this data that two people have checked and approved, working in production. */
export async function applicantInProduction(db: Db, changes: Parameters<typeof makeApplicant>[1] = {}) {
  const applicant = await makeApplicant(db, changes);
  const { caseId } = applicant;
  await applicant.skipTest();
  await applicant.handInBusiness();
  const personId = await applicant.handInPeople();
  const apply = (event: CaseEvent) =>
    inTransaction(db, (tx) =>
      applyCaseEvent(tx, { id: caseId, event: { type: event }, cause: newId(), nowMs: Date.now() }),
    );
  const take = (role: StaffRole, decision: Pick<Decision, 'verdict'> & Partial<Decision>) =>
    decideAs(db, role, { caseId, words: 'Please write to us.', ...decision });
  await apply('checked');
  await take('compliance_officer', { verdict: 'approve' });
  await take('manager', { verdict: 'approve' });
  await apply('open');
  return { ...applicant, personId, apply, take };
}

/** A merchant whose case was decided by two people, working in production. */
export async function merchantInProduction(db: Db) {
  const shop = await makeMerchant(db, { status: 'active', mode: 'production' });
  const { caseId } = await inTransaction(db, (tx) => openCase(tx, shop.merchantId));
  const apply = (event: CaseEvent) =>
    inTransaction(db, (tx) =>
      applyCaseEvent(tx, { id: caseId, event: { type: event }, cause: newId(), nowMs: Date.now() }),
    );
  const take = (role: StaffRole, decision: Pick<Decision, 'verdict'> & Partial<Decision>) =>
    decideAs(db, role, { caseId, words: 'Please write to us.', ...decision });
  for (const event of ['tested', 'business_submitted', 'personal_submitted', 'checked'] as const) await apply(event);
  await take('compliance_officer', { verdict: 'approve' });
  await take('manager', { verdict: 'approve' });
  await apply('open');
  return { shop, caseId, apply, take };
}

/** Records that this person was shown each document of the case, as the console does. */
export function openedAll(db: Db, caseId: string, member: StaffMember): Promise<void> {
  return inTransaction(db, async (tx) => {
    for (const { id, kind } of await unopenedBy(tx, caseId, member.id)) {
      const look = { merchantId: null, kind: 'document', subjectId: id, label: kind, reason: 'Compared.' } as const;
      await recordAccess(tx, member, { ...look, ip: '192.0.2.9', userAgent: undefined });
      await recordShown(tx, id, member.id);
    }
  });
}

/** Somebody of this role who has opened each document of the case. */
export async function readerOf(db: Db, caseId: string, role: StaffRole) {
  const name = `A ${role}`;
  const member = await inTransaction(db, async (tx) =>
    readStaff(tx, await addStaff(tx, { email: `${newId()}@staff.test`, fullName: name, role })),
  );
  await openedAll(db, caseId, member);
  return { id: member.id, name, fullName: name, role };
}

/** A decision of somebody with this role who has seen the papers, each time of another person. */
export async function decideAs(
  db: Db,
  role: StaffRole,
  decision: Pick<Decision, 'caseId' | 'verdict'> & Partial<Decision>,
  box = testBox,
) {
  const staff = await readerOf(db, decision.caseId, role);
  return inTransaction(db, (tx) =>
    decide(tx, { box, sandbox: true }, { decisionId: newId(), staff, reason: 'Looked at it.', ...decision }),
  );
}
