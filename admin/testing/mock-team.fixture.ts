import type { AuditEntryView } from '../../contract/audit.ts';
import type { SpaUser } from '../../contract/session.ts';
import type { InvitationView, InvitedPerson, TeamMember } from '../../contract/team.ts';
import { PASSWORD_REQUIRED, TWO_FA_CODE_REQUIRED, WRONG_TWO_FA_CODE } from '../../domain/accounts/account-rules.ts';
import type { TeamRole } from '../../domain/accounts/permissions.ts';
import { TEAM_ACTS } from '../../domain/accounts/team.ts';
import { NOW } from './fixtures.fixture.ts';
import { type MockCall, RIGHT_CODE } from './mock-accounts.fixture.ts';

/** The mock's team data. */
export interface MockTeam {
  members: TeamMember[];
  invitations: InvitationView[];
  audit: AuditEntryView[];
  /** The state of every invitation's link. */
  link: 'valid' | 'used' | 'expired';
  /** Set, every act needs the password and a 2FA code: the session is older than five minutes, and 2FA is on. */
  asksWho?: boolean;
}

const ago = (hours: number) => new Date(Date.parse(NOW) - hours * 3_600_000).toISOString();
const idOf = (index: number) => `019aa1c4-7e51-7000-8000-${String(index).padStart(12, '0')}`;

export function makeTeam(): MockTeam {
  return {
    members: [
      member({ index: 1, full_name: 'Mara Klein', role: 'admin', you: true, '2fa_enabled': true, actions: [] }),
      member({ index: 2, full_name: 'Ana Pier', role: 'support', '2fa_enabled': true }),
      member({ index: 3, full_name: 'Bartholomew Featherstonehaugh-Cholmondeley', role: 'viewer', blocked: true }),
      member({ index: 4, full_name: 'Noor Haven', role: 'viewer', last_login_at: null }),
    ],
    invitations: (['pending', 'expired', 'used', 'canceled'] as const).map((status, index) => ({
      id: idOf(20 + index),
      full_name: ['Ida Strand', 'Tom Reef', 'Noor Haven', 'Lu Delta'][index] ?? '',
      email: `${['ida', 'tom', 'noor', 'lu'][index]}@larkspur.example`,
      role: 'viewer',
      shops: null,
      status,
      invited_by: 'Mara Klein',
      created_at: ago(30 + index * 100),
      sent_at: ago(30 + index * 100),
      expires_at: ago(-138 + index * 100),
    })),
    audit: Array.from({ length: 23 }, (_, index) => entry(23 - index)),
    link: 'valid',
  };
}

function member(changes: Partial<TeamMember> & { index: number; full_name: string; role: TeamRole }): TeamMember {
  const { index, ...rest } = changes;
  const blocked = changes.blocked === true;
  return {
    id: idOf(index),
    email: `${changes.full_name.split(' ')[0]?.toLowerCase()}@larkspur.example`,
    last_login_at: ago(index * 13),
    blocked,
    '2fa_enabled': false,
    you: false,
    shops: null,
    created_at: ago(1000),
    actions: TEAM_ACTS.filter((act) => act !== (blocked ? 'block' : 'activate')),
    ...rest,
  };
}

const SENTENCES = [
  ['team.invited', 'invited ida@larkspur.example as Viewer'],
  ['account.signed_in', 'signed in'],
  ['invoice.completed', 'completed invoice order-20933'],
  ['verification.document_added', 'uploaded a document: Proof of home address'],
] as const;

function entry(number: number): AuditEntryView {
  const [action, sentence] = SENTENCES[number % SENTENCES.length] ?? SENTENCES[0];
  const isInvoice = action === 'invoice.completed';
  return {
    number: String(number),
    at: ago((24 - number) * 5),
    actor_kind: 'user',
    actor_name: number % 5 === 0 ? 'Ana Pier' : 'Mara Klein',
    action,
    sentence,
    target_kind: isInvoice ? 'invoice' : null,
    target_id: isInvoice ? idOf(40) : null,
    browser: 'Firefox 142 on Linux',
    ip: '203.0.113.1',
    location: null,
  };
}

type MockAnswer = readonly [status: number, body: unknown];
interface TeamState {
  signedIn: boolean;
  user: SpaUser;
  team: MockTeam;
}

/** The answers to who opens the link of an invitation; undefined for all other calls. */
export function invitationAnswer({ key }: MockCall, state: TeamState): MockAnswer | undefined {
  const { link } = state.team;
  if (key === 'POST /auth/invitation') {
    const closed = { full_name: null, email: null, role: null, company_name: null };
    if (link !== 'valid') return data({ state: link, message: `Your invitation link is ${link}.`, ...closed });
    const opened = { full_name: 'Ida Strand', email: 'ida@larkspur.example', role: 'viewer' };
    return data({ state: 'valid', message: null, ...opened, company_name: 'Larkspur Outdoor' });
  }
  if (key !== 'POST /auth/first-password/by-invitation') return undefined;
  state.signedIn = true;
  return data(state.user);
}

/** The answers to calls of team access. */
export function teamAnswer({ key, path, body }: MockCall, { team }: TeamState): MockAnswer | undefined {
  const query = new URLSearchParams(path.split('?')[1]);
  switch (key) {
    case 'GET /spa/users':
      return data(team.members);
    case 'GET /spa/invitations':
      return page(team.invitations, query);
    case 'GET /spa/audit': {
      const found = team.audit
        .filter(({ action }) => action.startsWith(query.get('area') ?? ''))
        .filter(({ actor_name }) => actor_name.toLowerCase().includes((query.get('search') ?? '').toLowerCase()));
      return page(found, query);
    }
    default:
      return (team.asksWho === true ? reauthenticationAnswer(key, body) : undefined) ?? changeAnswer(key, body, team);
  }
}

function changeAnswer(key: string, body: MockCall['body'], team: MockTeam): MockAnswer | undefined {
  if (key === 'POST /spa/invitations/mass-store') return invited(team, body.invitations as InvitedPerson[]);
  return actAnswer(key, body, team) ?? invitationActAnswer(key, team);
}

function reauthenticationAnswer(key: string, { password, two_fa_code }: MockCall['body']): MockAnswer | undefined {
  if (!/ \/spa\/(users|invitations)\//.test(key) || key.endsWith('/cancel')) return undefined;
  if (password === undefined) return refused({ password: [PASSWORD_REQUIRED] });
  if (password !== 'Correct-horse-7') return refused({ password: ['The password is wrong.'] });
  if (two_fa_code === RIGHT_CODE) return undefined;
  return refused({ two_fa_code: [two_fa_code === undefined ? TWO_FA_CODE_REQUIRED : WRONG_TWO_FA_CODE] });
}

function refused(errors: Record<string, string[]>): MockAnswer {
  const body = { message: 'The given data was invalid', code: 'validation_failed', request_id: 'req-7f3a93', errors };
  return [422, body];
}

function invited(team: MockTeam, people: readonly InvitedPerson[]): MockAnswer {
  const taken = people.findIndex(({ email }) => team.members.some((each) => each.email === email));
  if (taken !== -1) {
    return refused({ [`invitations.${taken}.email`]: ['This person is in your team already.'] });
  }
  const sample = makeTeam().invitations[0];
  if (sample === undefined) return [500, {}];
  const sent = people.map((person, at) => ({ ...sample, ...person, id: idOf(60 + at) }));
  team.invitations.unshift(...sent);
  return [201, { data: sent }];
}

function actAnswer(key: string, body: MockCall['body'], team: MockTeam): MockAnswer | undefined {
  const [, method, id, act = ''] = /^(POST|DELETE) \/spa\/users\/([0-9a-f-]+)(?:\/([a-z0-9-]*))?$/.exec(key) ?? [];
  const found = team.members.find((each) => each.id === id);
  if (found === undefined) return undefined;
  if (method === 'DELETE') {
    team.members = team.members.filter((each) => each.id !== id);
    return [204, null];
  }
  if (act === 'update-role') found.role = body.role as TeamRole;
  if (act === 'block' || act === 'activate') found.blocked = act === 'block';
  if (act === 'reset-2fa') found['2fa_enabled'] = false;
  return data(found);
}

function invitationActAnswer(key: string, team: MockTeam): MockAnswer | undefined {
  const [, id, act] = /^POST \/spa\/invitations\/([0-9a-f-]+)\/(resend|cancel)$/.exec(key) ?? [];
  const found = team.invitations.find((each) => each.id === id);
  if (found === undefined) return undefined;
  found.status = act === 'cancel' ? 'canceled' : 'pending';
  return data(found);
}

function page(rows: readonly unknown[], query: URLSearchParams): MockAnswer {
  const [at, perPage] = [Number(query.get('page') ?? 1), Number(query.get('per_page') ?? 25)];
  const shown = rows.slice((at - 1) * perPage, at * perPage);
  return [200, { data: shown, pagination: { total: rows.length, page: at, per_page: perPage } }];
}

const data = (value: unknown): MockAnswer => [200, { data: value }];
