import { expect, test } from 'vitest';
import { CaseFileView } from '../../contract/staff-cases.ts';
import { readCase } from '../../db/compliance/case-rows.ts';
import { applyCaseEvent } from '../../db/compliance/process.ts';
import { makeApplicant } from '../../db/compliance/testing.fixture.ts';
import { inTransaction } from '../../db/core/sequelize.ts';
import { select } from '../../db/core/sql.ts';
import { hitKey } from '../../domain/compliance/disposition.ts';
import { newId } from '../../domain/ids.ts';
import type { RouteEntry } from '../plugins/route-table.ts';
import { openTestApi } from '../testing/open-api.fixture.ts';
import { signInStaff } from '../testing/staff.fixture.ts';

const api = await openTestApi();

test('every route that shows a whole case records the access', async () => {
  const { as, member } = await signInStaff(api, 'mlro');
  const caseId = await caseWithMatch();
  const accesses = () =>
    select(api.db, 'SELECT reason FROM person_look WHERE subject_id = $1 AND staff_id = $2', [caseId, member.id]);
  // First the one that finds the match which another clears.
  const routes = api.app.routeTable.filter(showsCase).sort((one, other) => (one.url < other.url ? 1 : -1));
  expect(routes.length).toBeGreaterThanOrEqual(3);
  for (const { url, methods } of routes) {
    const [before, method] = [await accesses(), methods[0] as 'GET'];
    const body = method === 'GET' ? {} : { body: await bodyOf(url, caseId) };
    const answer = await as({ method, url: url.replace(':id', caseId), ...body });
    expect(answer.status, `${url}: ${answer.text}`).toBe(200);
    expect(answer.json.data.people[0].full_name).toBe(NAME);
    const added = (await accesses()).slice(before.length);
    expect(added, url).toEqual([{ reason: 'Working on the case' }]);
  }
});

const NAME = 'Sanctioned Sample Person';

function showsCase({ methods, schema }: RouteEntry): boolean {
  const { 200: answer } = (schema?.response ?? {}) as { 200?: { properties?: { data?: unknown } } };
  return answer?.properties?.data === CaseFileView && !methods.includes('HEAD');
}

async function bodyOf(url: string, caseId: string): Promise<object> {
  if (!url.endsWith('/dispositions')) return {};
  const [hit] = (await readCase(api.db, caseId)).risk?.hits ?? [];
  if (hit === undefined) throw new Error('The sample person is on the list of sandboxes.');
  return {
    hit: hitKey(hit),
    identity: 'The listed one is a politician born in 1950 in another country.',
    difference: 'Our owner was born in 1984 and has never held any office.',
    evidence: 'Passport with photo, register of births, and the page of the list.',
  };
}

/** A case that waits for the team, of somebody whose name is like that of a listed party. */
async function caseWithMatch(): Promise<string> {
  const applicant = await makeApplicant(api.db, { person: { full_name: NAME } });
  await applicant.skipTest();
  await applicant.handInBusiness();
  await applicant.handInPeople();
  await inTransaction(api.db, (tx) =>
    applyCaseEvent(tx, { id: applicant.caseId, event: { type: 'checked' }, cause: newId(), nowMs: Date.now() }),
  );
  return applicant.caseId;
}
