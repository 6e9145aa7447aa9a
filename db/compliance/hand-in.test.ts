import { describe, expect, it } from 'vitest';
import { aPerson } from '../../domain/compliance/subjects.fixture.ts';
import { inTransaction } from '../core/sequelize.ts';
import { openTestDatabase } from '../database.fixture.ts';
import { testBox } from '../testing.fixture.ts';
import { receiveFile } from './files.ts';
import { uploadDocument, writePerson } from './merchant-acts.ts';
import { inOnePiece, makeApplicant, PDF } from './testing.fixture.ts';

const { db } = await openTestDatabase();

/** The head of a picture of 16 × 16 pixels: as much of it as is looked at. */
const PNG = Buffer.from('89504e470d0a1a0a0000000d494844520000001000000010', 'hex');

async function describedBusiness(share: number) {
  const applicant = await makeApplicant(db, { person: { share_percent: share } });
  await applicant.skipTest();
  await applicant.handInBusiness();
  return applicant;
}

describe('the people of a business', () => {
  it('are not handed in while more than 25 percent of it belong to nobody who is named', async () => {
    const applicant = await describedBusiness(20);
    await expect(applicant.handInPeople()).rejects.toMatchObject({
      fields: { people: [expect.stringContaining('80 percent')] },
    });
    await expect((await describedBusiness(75)).handInPeople()).resolves.toBeTypeOf('string');
  });

  it('do not share a document', async () => {
    const applicant = await describedBusiness(60);
    const { id: _, ...second } = aPerson({ full_name: 'Second Owner', share_percent: 30 });
    const personId = await inTransaction(db, (tx) => writePerson(tx, testBox, applicant.actor, { person: second }));
    const upload = (kind: 'identity' | 'person_address', bytes: typeof PDF) =>
      applicant.upload(kind, personId, kind === 'identity' ? '2036-01-31' : null, bytes);
    await upload('identity', PDF);
    await upload('person_address', Buffer.concat([PDF, Buffer.from('another')]));
    await expect(applicant.handInPeople()).rejects.toMatchObject({
      fields: { [`documents.identity.${personId}`]: [expect.stringContaining('another person')] },
    });
  });
});

describe('the documents of a business', () => {
  it.each(['registration', 'ownership'] as const)('take no picture for its %s', async (kind) => {
    const { actor } = await makeApplicant(db);
    const file = await receiveFile(db, testBox, inOnePiece(PNG));
    const picture = { kind, personId: null, fileName: 'extract.png', file, expiresOn: null } as const;
    const upload = inTransaction(db, (tx) => uploadDocument(tx, actor, picture));
    await expect(upload).rejects.toMatchObject({ fields: { file: [expect.stringContaining('PDF')] } });
  });
});
