import { beforeAll, describe, expect, test } from 'vitest';
import { applyCaseEvent } from '../../../db/compliance/process.ts';
import { BROKEN_PDF, makeApplicant, openedAll } from '../../../db/compliance/testing.fixture.ts';
import { inTransaction } from '../../../db/core/sequelize.ts';
import { execute, select } from '../../../db/core/sql.ts';
import { makeInvoice, paymentsChanged, recordPayment } from '../../../db/invoices/testing.fixture.ts';
import { GATEWAY } from '../../../db/ledger/accounts.ts';
import { postTransfers } from '../../../db/ledger/transfers.ts';
import type { StaffMember } from '../../../db/staff/people.ts';
import { countOperations } from '../../../db/suspicion/linked-operations.ts';
import { draftReports } from '../../../db/suspicion/linked-reports.ts';
import { STAFF_ROLES, type StaffRole, staffMay } from '../../../domain/accounts/staff-permissions.ts';
import { newId } from '../../../domain/ids.ts';
import { openTestApi } from '../../testing/open-api.fixture.ts';
import { type StaffBrowser, signInStaff } from '../../testing/staff.fixture.ts';

const people = {} as Record<StaffRole, StaffBrowser>;
const members = {} as Record<StaffRole, StaffMember>;
let caseId: string;
let merchantId: string;
let documentId: string;
let personId: string;

const api = await openTestApi();
beforeAll(async () => {
  for (const role of STAFF_ROLES) {
    const { as, member } = await signInStaff(api, role);
    people[role] = as;
    members[role] = member;
  }
  const made = await caseInReview({ identity: BROKEN_PDF });
  ({ caseId, merchantId, documentId, personId } = made);
});

async function caseInReview(changes: Parameters<typeof makeApplicant>[1] = {}) {
  const applicant = await makeApplicant(api.db, changes);
  await applicant.skipTest();
  await applicant.handInBusiness();
  const personId = await applicant.handInPeople();
  await inTransaction(api.db, (tx) =>
    applyCaseEvent(tx, { id: applicant.caseId, event: { type: 'checked' }, cause: newId(), nowMs: Date.now() }),
  ).catch(() => {});
  const [document] = await select<{ id: string }>(
    api.db,
    "SELECT id FROM compliance_document WHERE case_id = $1 AND kind = 'identity'",
    [applicant.caseId],
  );
  return { caseId: applicant.caseId, merchantId: applicant.merchantId, documentId: document?.id ?? '', personId };
}

/** A paid invoice that can be suspended; EUR 5,000. */
async function paidInvoice(): Promise<string> {
  const invoice = await makeInvoice(api.db, await api.merchant(), { priceMinor: 500_000n });
  await recordPayment(api.db, { invoiceId: invoice.id, minor: 10_000_000n, status: 'confirmed' });
  await paymentsChanged(api.db, invoice.id);
  return invoice.id;
}

async function suspend(as: StaffBrowser = people.manager): Promise<string> {
  const body = { kind: 'invoice', subject_id: await paidInvoice(), reason: 'Structured payments.' };
  const answer = await as({ url: '/staff/operations', body });
  expect(answer.status, answer.text).toBe(201);
  return answer.json.data.id;
}

const reasons = { reason: 'Checked with the merchant.' };

describe('permissions', () => {
  test('each route of the console opens for exactly the roles whose table says so', async () => {
    const routes = api.app.routeTable.filter(
      ({ access, methods }) => access.by === 'staff' && !methods.includes('HEAD'),
    );
    let tried = 0;
    for (const { url, methods, access } of routes) {
      if (access.by !== 'staff' || access.permission === null) continue;
      for (const role of STAFF_ROLES) {
        const method = (methods[0] ?? 'GET') as 'GET';
        const path = url.replaceAll(/:\w+/g, newId());
        const answer = await people[role]({ method, url: path, ...(method === 'GET' ? {} : { body: {} }) });
        const refused = answer.status === 403 && answer.json?.code === 'permission_denied';
        expect(refused, `${role} ${method} ${url} answers ${answer.status}`).toBe(!staffMay(role, access.permission));
        tried += 1;
      }
    }
    expect(tried).toBeGreaterThan(50);
  });

  test('no role but the MLRO may do everything, and nobody may do nothing', () => {
    const routes = api.app.routeTable.flatMap(({ access }) =>
      access.by === 'staff' && access.permission !== null ? [access.permission] : [],
    );
    for (const role of STAFF_ROLES) {
      const may = routes.filter((permission) => staffMay(role, permission));
      expect(may.length > 0).toBe(true);
      expect(may.length === routes.length).toBe(role === 'mlro');
    }
  });
});

describe('cases', () => {
  test('are sorted in the queue by state, risk and waiting time', async () => {
    const list = async (query: string) =>
      (await people.manager({ url: `/staff/cases?${query}` })).json.data.map(({ id }: { id: string }) => id);
    expect(await list('status=review,rechecking&risk=low,medium,high,unknown')).toContain(caseId);
    expect(await list('status=production')).toEqual([]);
    const second = await caseInReview();
    await execute(api.db, "UPDATE compliance_case SET since = now() - interval '3 days' WHERE id = $1", [
      second.caseId,
    ]);
    expect(await list('status=review')).toEqual([second.caseId, caseId]);
    expect(await list('status=review&order=newest')).toEqual([caseId, second.caseId]);
  });

  test('show company, people and documents, and the look is recorded', async () => {
    await execute(api.db, "UPDATE merchant SET contact_handle = '@quay' WHERE id = $1", [merchantId]);
    const { status, json } = await people.compliance_officer({ url: `/staff/cases/${caseId}` });
    expect(status).toBe(200);
    const merchant = { id: merchantId, contact_handle: '@quay' };
    expect(json.data).toMatchObject({ id: caseId, merchant, status: 'review', may_decide: true });
    expect(json.data.people).toHaveLength(1);
    expect(json.data.people[0].id).toBe(personId);
    expect(json.data.documents.map(({ kind }: { kind: string }) => kind)).toContain('identity');
    const looks = (await people.mlro({ url: '/staff/looks' })).json.data;
    expect(looks[0]).toMatchObject({ kind: 'case', subject_id: caseId, staff_role: 'compliance_officer' });
  });

  test('give their documents only with a reason; reader, document, time and reason are kept for good', async () => {
    const url = `/staff/documents/${documentId}/open`;
    expect((await people.manager({ url, body: { reason: '' } })).status).toBe(422);
    expect((await people.manager({ url, body: {} })).status).toBe(422);
    const before = Number((await people.mlro({ url: '/staff/looks?per_page=1' })).json.pagination.total);
    const answer = await people.manager({ url, body: { reason: 'Compare the name with the register.' } });
    expect(answer.status, answer.text).toBe(200);
    // The file itself never leaves: what is broken is said to be so.
    expect(answer.json.data).toEqual({ file_name: 'identity.pdf', readable: false, pages: [], total_pages: 0 });
    expect(answer.text).not.toContain(BROKEN_PDF.toString('base64'));
    const { data, pagination } = (await people.mlro({ url: '/staff/looks?per_page=1' })).json;
    expect(pagination.total).toBe(before + 1);
    expect(data[0]).toMatchObject({
      kind: 'document',
      subject_id: documentId,
      staff_name: 'Staff manager',
      reason: 'Compare the name with the register.',
    });
    await expect(execute(api.db, 'DELETE FROM person_look')).rejects.toThrow('append-only');
    expect((await people.manager({ url: `/staff/documents/${newId()}/open`, body: reasons })).status).toBe(404);
  });

  test('are approved by nobody who has not opened each document, and the file says which are left', async () => {
    const { caseId: id, documentId } = await caseInReview();
    const approve = () =>
      people.manager({
        url: `/staff/cases/${id}/decisions`,
        body: { decision_id: newId(), verdict: 'approve', ...reasons },
      });
    const left = async () =>
      (await people.manager({ url: `/staff/cases/${id}` })).json.data.documents.flatMap(
        ({ kind, to_open }: { kind: string; to_open: boolean }) => (to_open ? [kind] : []),
      );
    const all = ['registration', 'ownership', 'business_address', 'identity', 'person_address'];
    expect(await left()).toEqual(all);
    // A colleague's access to documents counts for the colleague alone.
    await openedAll(api.db, id, members.mlro);
    const shown = await people.manager({ url: `/staff/documents/${documentId}/open`, body: reasons });
    expect(shown.json.data).toMatchObject({ readable: true, pages: [expect.any(String)] });
    expect(await left()).toEqual(all.filter((kind) => kind !== 'identity'));
    const refused = await approve();
    expect([refused.status, refused.json.message]).toEqual([
      409,
      'Open these documents before you approve: registration (registration.pdf), ownership (ownership.pdf), business address (business_address.pdf), person address (person_address.pdf). Request a new copy of a document that cannot be shown.',
    ]);
    expect((await people.mlro({ url: `/staff/cases/${id}` })).json.data.approvals).toEqual([]);
    await openedAll(api.db, id, members.manager);
    expect(await left()).toEqual([]);
    expect((await approve()).status).toBe(200);
  });

  test('of which one cannot be shown are approved by nobody: opening it does not count', async () => {
    const { caseId: id, documentId } = await caseInReview({ identity: BROKEN_PDF });
    const opened = await people.manager({ url: `/staff/documents/${documentId}/open`, body: reasons });
    expect(opened.json.data).toMatchObject({ readable: false, pages: [] });
    const { documents } = (await people.manager({ url: `/staff/cases/${id}` })).json.data;
    expect(documents.find((each: { id: string }) => each.id === documentId)).toMatchObject({ to_open: true });
    const body = { decision_id: newId(), verdict: 'approve', ...reasons };
    const refused = await people.manager({ url: `/staff/cases/${id}/decisions`, body });
    expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining('identity (identity.pdf)')]);
    expect(refused.json.message).toContain('Request a new copy of a document that cannot be shown.');
  });

  test('are approved by two people of two roles, races included, and by nobody alone', async () => {
    const { caseId: id, merchantId: merchant } = await caseInReview();
    for (const role of ['manager', 'mlro'] as const) await openedAll(api.db, id, members[role]);
    const decide = (as: StaffBrowser, verdict = 'approve', decisionId: string = newId()) =>
      as({ url: `/staff/cases/${id}/decisions`, body: { decision_id: decisionId, verdict, reason: 'All fine.' } });
    const twice = await Promise.all([decide(people.manager), decide(people.manager), decide(people.manager)]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const other = await signInStaff(api, 'manager');
    await openedAll(api.db, id, other.member);
    expect((await decide(other.as)).json.data).toMatchObject({ status: 'review' });
    const view = (await people.manager({ url: `/staff/cases/${id}` })).json.data;
    expect(view).toMatchObject({ may_decide: false, approvals: ['manager', 'manager'] });
    expect(view.missing).toContain('another role');
    // Whatever the risk of the made-up business is, the MLRO is a second role and may approve it.
    expect((await decide(people.mlro)).json.data).toEqual({ status: 'approved', missing: null });
    expect((await decide(people.compliance_officer)).status).toBe(409);
    const entries = (await people.mlro({ url: '/staff/audit' })).json.data;
    expect(entries[0]).toMatchObject({ action: 'case.approved', actor_name: 'Staff mlro (MLRO)' });
    expect(merchant).not.toBe('');
  });

  test('are refused or sent back with words for the merchant', async () => {
    const { caseId: id } = await caseInReview();
    const decide = (body: object) =>
      people.compliance_officer({
        url: `/staff/cases/${id}/decisions`,
        body: { decision_id: newId(), reason: 'The register says otherwise.', ...body },
      });
    expect((await decide({ verdict: 'refuse' })).json.errors).toHaveProperty('words');
    expect((await decide({ verdict: 'more' })).json.errors).toHaveProperty('words');
    const requested = [{ kind: 'registration', person_id: null, note: 'Not older than three months' }];
    const answer = await decide({ verdict: 'more', words: 'Please send it again.', requested });
    expect(answer.json.data).toMatchObject({ status: 'more_requested' });
    expect((await decide({ verdict: 'approve' })).status).toBe(409);
  });
});

describe('suspended operations', () => {
  test('are found, suspended once, reported and released by two', async () => {
    const id = await suspend();
    const url = `/staff/operations/${id}`;
    const view = (await people.mlro({ url })).json.data;
    expect(view).toMatchObject({
      status: 'suspended',
      subject_status: 'confirming',
      value_eur: '5000.00',
      overdue: false,
    });
    const again = { kind: 'invoice', subject_id: view.subject_id, reason: 'Again.' };
    expect((await people.mlro({ url: '/staff/operations', body: again })).json.code).toBe('conflict');
    const subjects = (await people.mlro({ url: `/staff/operations/subjects?search=${view.subject_id}` })).json.data;
    expect(subjects).toMatchObject([{ id: view.subject_id, refusal: 'suspended' }]);
    const ending = String(view.subject_id).slice(-6).toUpperCase();
    const byEnding = (await people.mlro({ url: `/staff/operations/subjects?search=${ending}` })).json.data;
    expect(byEnding).toMatchObject([{ id: view.subject_id }]);
    for (const wildcard of ['%', '_', `${'_'.repeat(36)}`, '\\', '%25']) {
      const url = `/staff/operations/subjects?search=${encodeURIComponent(wildcard)}`;
      const found = await people.mlro({ url });
      expect([wildcard, found.status, found.json.data]).toEqual([wildcard, 200, []]);
    }

    expect((await people.mlro({ url: `${url}/report`, body: reasons })).json.data.status).toBe('reported');
    expect((await people.mlro({ url: `${url}/report`, body: reasons })).status).toBe(409);
    const first = (await people.manager({ url: `${url}/release`, body: reasons })).json.data;
    expect(first).toMatchObject({ status: 'reported', may_agree: false });
    expect((await people.manager({ url: `${url}/release`, body: reasons })).status).toBe(409);
    const second = (await people.mlro({ url: `${url}/release`, body: reasons })).json.data;
    expect(second).toMatchObject({ status: 'released', missing: null, may_agree: false });
    expect(second.events.map(({ event }: { event: string }) => event)).toEqual([
      'suspended',
      'reported',
      'agreed',
      'agreed',
      'released',
    ]);
    const actions = (await people.mlro({ url: '/staff/audit' })).json.data.map(
      ({ action }: { action: string }) => action,
    );
    expect(actions.slice(0, 4)).toEqual([
      'operation.released',
      'operation.agreed',
      'operation.reported',
      'operation.suspended',
    ]);
  });

  test('are not revealed to the merchant in the audit log', async () => {
    const id = await suspend(people.mlro);
    const [row] = await select<{ merchant_id: string }>(api.db, 'SELECT merchant_id FROM suspension WHERE id = $1', [
      id,
    ]);
    const told = await select(api.db, "SELECT 1 FROM audit_log WHERE chain = $1 AND actor_kind = 'staff'", [
      row?.merchant_id,
    ]);
    expect(told).toEqual([]);
  });
});

describe('reports of linked operations', () => {
  test('are finished by one, filed by two people, and taken as a file', async () => {
    const invoice = await makeInvoice(api.db, await api.merchant(), { priceMinor: 1_000_000n });
    await recordPayment(api.db, { invoiceId: invoice.id, minor: 40_000_000n, status: 'confirmed' });
    await execute(api.db, `UPDATE invoice SET customer = '{"email":"=cmd|x@mail.test"}' WHERE id = $1`, [invoice.id]);
    await countOperations(api.db, Date.now());
    await draftReports(api.db, Date.now());
    const [line] = (await people.mlro({ url: '/staff/reports?status=draft&mode=sandbox' })).json.data;
    expect(line).toMatchObject({ link: 'customer', total_eur: '20000.00', operations: 1, version: 1 });
    const url = `/staff/reports/${line.id}`;
    expect((await people.mlro({ url: `${url}/file`, body: { version: 1 } })).json.errors).toHaveProperty('text');
    const write = (version: number, text: string) =>
      people.compliance_officer({ method: 'PUT', url, body: { version, text } });
    expect((await write(1, 'One customer paid EUR 20,000 at once.')).json.data.version).toBe(2);
    expect((await write(1, 'Something else.')).json.code).toBe('changed_meanwhile');
    expect((await people.mlro({ url: `${url}/file`, body: { version: 1 } })).json.code).toBe('changed_meanwhile');
    const first = await people.mlro({ url: `${url}/file`, body: { version: 2 } });
    expect(first.json.data).toMatchObject({ status: 'draft', votes: [{ verdict: 'filed', staff_role: 'mlro' }] });
    expect((await people.mlro({ url: `${url}/file`, body: { version: 2 } })).json.code).toBe('conflict');
    expect((await people.manager({ url: `${url}/dismiss`, body: { version: 2, ...reasons } })).json.data.status).toBe(
      'draft',
    );
    const filed = await people.manager({ url: `${url}/file`, body: { version: 2 } });
    expect(filed.json.data).toMatchObject({ status: 'filed', closed_by: 'Staff manager' });
    expect((await people.mlro({ url: `${url}/dismiss`, body: { version: 3, ...reasons } })).status).toBe(409);
    const file = await people.mlro({ url: `${url}/export`, body: {} });
    expect(file.headers['content-type']).toContain('text/plain');
    expect(file.text).toContain('One customer paid EUR 20,000 at once.');
    expect(file.text).toContain('EUR 20000.00');
    const [look] = (await people.mlro({ url: '/staff/looks' })).json.data;
    expect(look).toMatchObject({ kind: 'report', reason: 'Export of the report' });
  });
});

test('the overview counts what waits', async () => {
  const { data } = (await people.representative({ url: '/staff/overview' })).json;
  expect(data.cases).toBeGreaterThan(0);
  expect(data.operations).toBeGreaterThan(0);
  expect(data.overdue).toBe(0);
});

test('money in suspense is listed on the page of custody, also in an asset that is no gate', async () => {
  const stray = (asset: string, gateId: string | null, tag: number) =>
    execute(
      api.db,
      `INSERT INTO payment (id, mode, network, key, txid, output, asset_ref, gate_id, amount_minor, address_key,
        destination_tag, status, first_seen_at,
         required_confirmations, credited, credited_to, credited_minor)
       VALUES ($1::uuid, 'production', 'XRP', $1::text, 'ab', '', $2, $3, 25000000, 'key', $4, 'confirmed', now(),
       1, true, 'suspense', 25000000)`,
      [newId(), asset, gateId, tag],
    );
  await stray('XRP', 'XRP', 4711);
  await stray('XRP:rIssuer', null, -1);
  const { json } = await people.mlro({ url: '/staff/custody' });
  expect(json.data.suspense).toMatchObject([
    { gate_id: null, asset: 'XRP:rIssuer', amount: '25000000', destination_tag: null },
    { gate_id: 'XRP', asset: 'XRP', amount: '25.000000', destination_tag: '4711', txid: 'ab', invoice_id: null },
  ]);
});

describe('debts', () => {
  test('are listed with their age and invoice, and written off by two people of two roles', async () => {
    expect((await people.mlro({ url: '/staff/debts' })).json.data).toEqual([]);
    const shop = await api.merchant();
    const invoice = await makeInvoice(api.db, shop, { priceMinor: 10_000n });
    const { mode, merchantId: owner } = shop;
    const debit = { owner, mode, asset: 'BTC', kind: 'receivable' } as const;
    const credit = { ...debit, owner: GATEWAY, kind: 'custody:BTC' } as const;
    const postings = [{ debit, credit, minor: 150_000n }];
    const transfer = { key: `test:${newId()}`, kind: 'test', invoiceId: invoice.id, postings };
    await inTransaction(api.db, (tx) => postTransfers(tx, [transfer]));
    const [listed] = (await people.representative({ url: '/staff/debts' })).json.data;
    expect(listed).toMatchObject({
      merchant_id: owner,
      mode,
      gate_id: 'BTC',
      amount: '0.00150000',
      write_off: null,
      invoice_ids: [invoice.id],
      since: expect.any(String),
    });
    const body = { merchant_id: owner, mode, gate_id: 'BTC', amount: '0.0015', reason: 'The shop has closed.' };
    const writeOff = (as: StaffBrowser, change: object = {}) =>
      as({ url: '/staff/debts/write-off', body: { ...body, ...change } });
    expect((await writeOff(people.representative)).status).toBe(403);
    expect((await writeOff(people.compliance_officer)).status).toBe(403);
    expect((await writeOff(people.manager, { amount: '0.001' })).status).toBe(409);
    expect((await writeOff(people.manager, { reason: ' ' })).status).toBe(422);
    const requested = await writeOff(people.manager);
    expect([requested.status, requested.json.data[0].write_off.reason]).toEqual([200, 'The shop has closed.']);
    const confirmable = async (as: StaffBrowser) =>
      (await as({ url: '/staff/debts' })).json.data[0].write_off.confirmable;
    expect(await confirmable(people.manager)).toBe(false);
    expect(await confirmable(people.representative)).toBe(false);
    expect(await confirmable(people.mlro)).toBe(true);
    const again = await writeOff(people.manager);
    expect([again.status, again.json.message]).toEqual([
      409,
      expect.stringMatching(/^Staff manager requested this on .* UTC: One more person of another role must agree/),
    ]);
    const second = await writeOff(people.mlro, { reason: 'I have not seen the request.' });
    expect([second.status, second.json.message]).toEqual([
      409,
      expect.stringMatching(/^Staff manager requested this on .* UTC\. Confirm that request/),
    ]);
    expect((await writeOff(people.mlro, { request_id: newId() })).json.message).toContain('no longer open');
    const { id: request_id } = (await people.mlro({ url: '/staff/debts' })).json.data[0].write_off;
    expect((await writeOff(people.mlro, { request_id, amount: '0.001' })).status).toBe(409);
    const confirmed = await writeOff(people.mlro, { request_id });
    expect([confirmed.status, confirmed.json.data]).toEqual([200, []]);
    expect((await writeOff(people.mlro, { request_id })).status).toBe(409);
    const entries = await select(
      api.db,
      `SELECT action, actor_name AS by FROM audit_log WHERE action LIKE 'debt.%' AND target_id = $1 ORDER BY seq`,
      [owner],
    );
    expect(entries).toEqual([
      { action: 'debt.write_off_requested', by: 'Staff manager (Manager)' },
      { action: 'debt.written_off', by: 'Staff mlro (MLRO)' },
    ]);
  });
});
