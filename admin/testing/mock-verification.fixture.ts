import type { PersonBody, Verification } from '../../contract/verification.ts';
import { actorOf, type CaseStatus, opensProduction, stepsOf } from '../../domain/compliance/case.ts';
import { aBusiness, aPerson } from '../../domain/compliance/subjects.fixture.ts';
import { idOf, NOW } from './fixtures.fixture.ts';
import type { MockAnswer, MockCall } from './mock-accounts.fixture.ts';

const LATER = new Date(Date.parse(NOW) + 40 * 86_400_000).toISOString();
const EDITABLE: readonly CaseStatus[] = [
  'integrating',
  'business',
  'personal',
  'more_requested',
  'renewal',
  'suspended',
];
const DESCRIBED: readonly CaseStatus[] = ['integrating', 'business'];

/** A verification with this status, and data that fits it. */
export function makeVerification(status: CaseStatus, changes: Partial<Verification> = {}): Verification {
  const isDescribed = !DESCRIBED.includes(status);
  const { id: _, ...person } = aPerson();
  return {
    status,
    reason: null,
    steps: stepsOf({
      status,
      testSkipped: false,
      businessSubmitted: isDescribed,
      personalSubmitted: isDescribed && status !== 'personal',
    }),
    actor: actorOf(status),
    act_until: LATER,
    production_open: opensProduction(status),
    editable: EDITABLE.includes(status),
    words: null,
    business: isDescribed ? aBusiness() : null,
    people: isDescribed ? [{ id: idOf(70), ...person }] : [],
    documents: [],
    wanted: isDescribed ? [...businessDocuments(), ...personDocuments()] : [],
    restrictions: { money_out: false, invoices: false, words: null },
    may_appeal: status === 'declined',
    may_report_change: opensProduction(status),
    statements: [],
    opened_at: null,
    ...changes,
  };
}

function businessDocuments(): Verification['wanted'] {
  return (['registration', 'ownership', 'business_address'] as const).map((kind) => want(kind, null, 'must not'));
}

function personDocuments(): Verification['wanted'] {
  return [want('identity', idOf(70), 'must expire'), want('person_address', idOf(70), 'must not')];
}

function want(
  kind: Verification['wanted'][number]['kind'],
  person_id: string | null,
  expiry: string,
): Verification['wanted'][number] {
  return { kind, person_id, note: null, given: false, must_expire: expiry === 'must expire' };
}

/** The calls of the verification, as far as the screens need them. */
export function verificationAnswer(
  { key, path, body }: MockCall,
  state: { verification: Verification },
): MockAnswer | undefined {
  const [method, whole = ''] = key.split(' ');
  if (!whole.startsWith('/spa/merchant/verification')) return undefined;
  const rest = whole.slice('/spa/merchant/verification'.length);
  const { verification } = state;
  if (method === 'POST' && rest === '/documents')
    state.verification = withDocument(verification, new URL(path, 'http://mock').searchParams);
  if (rest === '/skip-test') state.verification = makeVerification('business');
  if (rest === '/business')
    state.verification = {
      ...verification,
      business: body as unknown as Verification['business'],
      wanted: businessDocuments(),
    };
  if (rest === '/people') {
    const people = [...verification.people, { id: idOf(71), ...(body as unknown as PersonBody) }];
    state.verification = { ...verification, people };
  }
  if (rest === '/submit-business') state.verification = makeVerification('personal', { people: [], wanted: [] });
  if (rest === '/submit-people' || rest === '/answer') state.verification = makeVerification('checking');
  return [200, { data: state.verification }];
}

function withDocument(verification: Verification, query: URLSearchParams): Verification {
  const [kind, person_id] = [query.get('kind'), query.get('person_id')];
  const requested = verification.wanted.map((each) =>
    each.kind === kind && each.person_id === person_id ? { ...each, given: true } : each,
  );
  const document = {
    id: idOf(80 + verification.documents.length),
    kind: kind as Verification['wanted'][number]['kind'],
    person_id,
    file_name: query.get('file_name') ?? '',
    content_type: 'application/pdf' as const,
    size_bytes: 734_003,
    expires_on: query.get('expires_on'),
    uploaded_at: NOW,
    handed_in: false,
  };
  return { ...verification, wanted: requested, documents: [...verification.documents, document] };
}
