import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AlertLine, AlertView } from '../../../contract/staff-alerts.ts';
import { raiseAlert, resolveAlert } from '../../../db/alerts/alerts.ts';
import { verifyAudit } from '../../../db/audit/verify.ts';
import { execute, one, select } from '../../../db/core/sql.ts';
import { STAFF_ROLES, type StaffRole } from '../../../domain/accounts/staff-permissions.ts';
import type { AlertKind } from '../../../domain/alerts/kinds.ts';
import { newId } from '../../../domain/ids.ts';
import { openTestApi } from '../../testing/open-api.fixture.ts';
import { type StaffBrowser, signInStaff } from '../../testing/staff.fixture.ts';

const people = {} as Record<StaffRole, StaffBrowser>;
const names = {} as Record<StaffRole, string>;

const api = await openTestApi();
beforeAll(async () => {
  for (const role of STAFF_ROLES) {
    const { as, member } = await signInStaff(api, role);
    people[role] = as;
    names[role] = member.fullName;
  }
});
beforeEach(() => execute(api.db, 'DELETE FROM alert'));

async function raise(kind: AlertKind, subject = newId()): Promise<string> {
  await raiseAlert(api.db, { kind, subject, message: `About ${subject}.` });
  return (await one<{ id: string }>(api.db, 'SELECT id FROM alert WHERE kind = $1 AND subject = $2', [kind, subject]))
    .id;
}

async function list(query = ''): Promise<{ data: AlertLine[]; pagination: object }> {
  const answer = await people.representative({ url: `/staff/alerts?${query}` });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.headers['cache-control']).toBe('no-store');
  return answer.json;
}

const kindsOf = async (query?: string) => (await list(query)).data.map(({ kind }) => kind);
const acknowledge = (as: StaffBrowser, id: string, body: unknown = { note: 'Looking at it.' }) =>
  as({ url: `/staff/alerts/${id}/acknowledge`, method: 'POST', body });
const urgent = async (role: StaffRole) => (await people[role]({ url: '/staff/overview' })).json.data.alerts;

describe('the list of alerts', () => {
  test('has what needs somebody on top: open before acknowledged before resolved, then by severity', async () => {
    await raise('stray_payment');
    const taken = await raise('trial_balance');
    await raise('custody_surplus');
    await raise('audit_log');
    await raise('sending_behind', 'production:BTC');
    await resolveAlert(api.db, { kind: 'sending_behind', subject: 'production:BTC' });
    await acknowledge(people.manager, taken);
    expect(await kindsOf()).toEqual([
      'audit_log',
      'custody_surplus',
      'stray_payment',
      'trial_balance',
      'sending_behind',
    ]);
    expect(await kindsOf('status=open,acknowledged&severity=critical')).toEqual(['audit_log', 'trial_balance']);
    expect(await kindsOf('status=resolved')).toEqual(['sending_behind']);
    expect(await kindsOf('severity=warning,info')).toEqual(['custody_surplus', 'stray_payment']);
    expect(await kindsOf('kind=trial_balance')).toEqual(['trial_balance']);
    expect(await kindsOf('kind=trial_balance,audit_log')).toEqual(['audit_log', 'trial_balance']);
    const second = await list('per_page=2&page=2');
    expect(second.data.map(({ kind }) => kind)).toEqual(['stray_payment', 'trial_balance']);
    expect(second.pagination).toEqual({ total: 5, page: 2, per_page: 2 });
  });

  test('says what an alert is about, how urgent it is and whether it escalated', async () => {
    const id = await raise('custody_missing', 'production:BTC:BTC');
    await execute(api.db, `INSERT INTO alert_notice (alert_id, channel, stage) VALUES ($1, 'mail', 'escalated_1')`, [
      id,
    ]);
    const { data } = await list();
    expect(data).toEqual([
      {
        id,
        kind: 'custody_missing',
        title: 'Coins are missing',
        severity: 'critical',
        status: 'open',
        subject: 'production:BTC:BTC',
        created_at: expect.any(String),
        escalated: true,
        acknowledged_by: null,
      },
    ]);
  });

  test('treats a kind that only a newer version knows as critical', async () => {
    await execute(api.db, `INSERT INTO alert (id, kind, subject, message) VALUES ($1, 'from_the_future', 'x', 'y')`, [
      newId(),
    ]);
    expect((await list('severity=critical')).data).toMatchObject([{ kind: 'from_the_future', severity: 'critical' }]);
    expect(await urgent('mlro')).toBe(1);
  });

  test('refuses filters that do not exist', async () => {
    for (const query of ['status=lost', 'severity=red', 'kind=nothing', 'per_page=101', 'page=0', 'sort=id']) {
      expect((await people.mlro({ url: `/staff/alerts?${query}` })).status, query).toBe(422);
    }
  });

  test('is counted for the navigation: critical alerts that nobody has acknowledged', async () => {
    const id = await raise('trial_balance');
    await raise('custody_surplus');
    await raise('audit_log', 'chains');
    expect(await urgent('manager')).toBe(2);
    expect(await urgent('compliance_officer')).toBe(0);
    await acknowledge(people.manager, id);
    await resolveAlert(api.db, { kind: 'audit_log', subject: 'chains' });
    expect(await urgent('manager')).toBe(0);
  });
});

describe('an alert', () => {
  test('shows what was sent where, when and with what result, and no address or key of a channel', async () => {
    const id = await raise('trial_balance', 'ledger');
    const update = (set: string, channel: string) =>
      execute(api.db, `UPDATE alert_notice SET ${set} WHERE alert_id = $1 AND channel = '${channel}'`, [id]);
    await update(
      `state = 'delivered', attempts = 1, delivered_at = now(), first_attempt_at = now(), sent_to = '{ada@pay.test}'`,
      'mail',
    );
    await update(`attempts = 4, first_attempt_at = now(), last_error = '503'`, 'webhook');
    await update(`state = 'dropped', last_error = 'the alert was acknowledged before'`, 'pagerduty');
    const { status, json, text } = await people.representative({ url: `/staff/alerts/${id}` });
    expect(status, text).toBe(200);
    const { notices, ...alert } = json.data as AlertView;
    expect(alert).toMatchObject({ id, status: 'open', subject: 'ledger', message: 'About ledger.', resolved_at: null });
    const [mail, webhook, pagerduty] = notices;
    expect(notices).toHaveLength(3);
    expect(mail).toMatchObject({
      channel: 'mail',
      stage: 'raised',
      state: 'delivered',
      sent_to: ['ada@pay.test'],
      detail: null,
      delivered_at: expect.any(String),
      next_attempt_at: null,
    });
    expect(webhook).toMatchObject({ channel: 'webhook', state: 'waiting', attempts: 4, detail: '503' });
    expect(webhook?.next_attempt_at).not.toBeNull();
    expect(pagerduty).toMatchObject({ channel: 'pagerduty', state: 'dropped', next_attempt_at: null });
    expect(Object.keys(mail ?? {}).toSorted()).toEqual([
      'attempts',
      'channel',
      'created_at',
      'delivered_at',
      'detail',
      'first_attempt_at',
      'next_attempt_at',
      'sent_to',
      'stage',
      'state',
    ]);
  });

  test('is not found where there is none, in words', async () => {
    for (const id of [newId(), 'x']) {
      expect((await people.mlro({ url: `/staff/alerts/${id}` })).json).toMatchObject({ message: 'Nothing found' });
      expect((await acknowledge(people.mlro, id)).status).toBe(404);
    }
  });
});

describe('closing', () => {
  const close = (as: StaffBrowser, id: string, note = 'The bank had booked it twice.') =>
    as({ url: `/staff/alerts/${id}/close`, method: 'POST', body: { note } });

  test('is for a person where no program sees the end, and keeps who did it and why', async () => {
    const id = await raise('bank_contradiction', 'payment:7');
    expect((await people.mlro({ url: `/staff/alerts/${id}` })).json.data.closable).toBe(true);
    const closed = await close(people.manager, id);
    expect(closed.json.data).toMatchObject({
      status: 'resolved',
      closable: false,
      resolved_by: `${names.manager} (Manager)`,
      resolved_note: 'The bank had booked it twice.',
    });
    expect((await close(people.mlro, id)).json.message).toBe('This alert is resolved.');
    const entries = await select(
      api.db,
      `SELECT data FROM audit_log WHERE action = 'alert.closed' AND target_id = $1`,
      [id],
    );
    expect(entries).toEqual([{ data: { note: 'The bank had booked it twice.' } }]);
    // A repeated event is a new alert.
    const again = { kind: 'bank_contradiction', subject: 'payment:7', message: 'Again.' } as const;
    expect(await raiseAlert(api.db, again)).toBe(true);
  });

  test('is refused for what closes by itself, and to those who cannot acknowledge', async () => {
    const id = await raise('trial_balance', 'ledger');
    const { status, json } = await close(people.manager, id);
    expect([status, json.message]).toEqual([409, 'This alert closes by itself once its cause is gone.']);
    expect((await people.mlro({ url: `/staff/alerts/${id}` })).json.data.closable).toBe(false);
    expect((await close(people.compliance_officer, await raise('refund_not_counted', 'x'))).status).toBe(403);
  });
});

describe('acknowledging', () => {
  test('keeps who did it first with their note, and is harmless if repeated', async () => {
    const id = await raise('trial_balance', 'ledger');
    const first = await acknowledge(people.manager, id, { note: 'Comparing account 7.' });
    expect(first.status, first.text).toBe(200);
    expect(first.json.data).toMatchObject({
      status: 'acknowledged',
      acknowledged_by: `${names.manager} (Manager)`,
      acknowledged_note: 'Comparing account 7.',
      acknowledged_at: expect.any(String),
    });
    const again = await Promise.all([acknowledge(people.mlro, id, { note: 'Me too.' }), acknowledge(people.mlro, id)]);
    for (const { status, json } of again) {
      expect(status).toBe(200);
      expect(json.data).toEqual(first.json.data);
    }
    const entries = await select(
      api.db,
      `SELECT actor_name, target_label, data, ip IS NOT NULL AS "hasAddress" FROM audit_log
       WHERE action = 'alert.acknowledged' AND target_id = $1`,
      [id],
    );
    expect(entries).toEqual([
      {
        actor_name: `${names.manager} (Manager)`,
        target_label: 'trial_balance (ledger)',
        data: { note: 'Comparing account 7.' },
        hasAddress: true,
      },
    ]);
    expect((await verifyAudit(api.db)).broken).toBeUndefined();
  });

  test('has one winner when two people do it at once', async () => {
    const id = await raise('audit_log');
    const answers = await Promise.all([people.manager, people.mlro].map((as) => acknowledge(as, id)));
    const winners = answers.map(({ json }) => json.data.acknowledged_by);
    expect(winners[0]).toBe(winners[1]);
    const { total } = await one<{ total: number }>(
      api.db,
      `SELECT count(*)::int AS total FROM audit_log WHERE action = 'alert.acknowledged' AND target_id = $1`,
      [id],
    );
    expect(total).toBe(1);
  });

  test('is refused in words once the alert is resolved', async () => {
    const id = await raise('audit_log', 'chains');
    await resolveAlert(api.db, { kind: 'audit_log', subject: 'chains' });
    const { status, json } = await acknowledge(people.mlro, id);
    expect(status).toBe(409);
    expect(json).toMatchObject({ code: 'illegal_transition', message: 'This alert is resolved.' });
  });

  test('needs a note of at most 1000 characters, and takes nothing else', async () => {
    const id = await raise('audit_log');
    for (const body of [{}, { note: '' }, { note: 'x'.repeat(1001) }, { note: '\u0000' }, { note: 'x', by: 'y' }]) {
      expect((await acknowledge(people.mlro, id, body)).status).toBe(422);
    }
    const note = 'ü'.repeat(1000);
    expect((await acknowledge(people.mlro, id, { note })).json.data.acknowledged_note).toBe(note);
  });

  test('is for roles that may, and nothing about alerts is for anybody else', async () => {
    const id = await raise('audit_log');
    expect((await acknowledge(people.representative, id)).status).toBe(403);
    expect((await acknowledge(people.compliance_officer, id)).status).toBe(403);
    expect((await people.compliance_officer({ url: '/staff/alerts' })).status).toBe(403);
    expect((await people.compliance_officer({ url: `/staff/alerts/${id}` })).status).toBe(403);
    const shop = await api.merchant();
    const merchant = await api.signIn(shop);
    for (const url of ['/staff/alerts', `/staff/alerts/${id}`]) {
      expect((await merchant({ url })).status).toBe(401);
      expect((await api.call({ url, as: shop.token })).status).toBe(401);
      expect((await api.call({ url })).status).toBe(401);
    }
    const url = `/staff/alerts/${id}/acknowledge`;
    expect((await merchant({ url, method: 'POST', body: { note: 'x' } })).status).toBe(401);
    const withoutCsrf = { 'x-xsrf-token': '' };
    const forged = await people.mlro({ url, method: 'POST', body: { note: 'x' }, headers: withoutCsrf });
    expect(forged.status).toBe(419);
    expect((await list()).data).toMatchObject([{ id, status: 'open' }]);
  });
});
