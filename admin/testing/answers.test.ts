import { expect, it } from 'vitest';
import { driftOf } from './answers.fixture.ts';
import { makeInvoice, makeUser } from './fixtures.fixture.ts';
import { errorBody } from './mock-server.fixture.ts';

const invoice = { call: 'GET /spa/sandbox/invoices/019aa1c4-7b02-7e51-9c3d-000000000001', status: 200 };

it('an answer of the mock is what the schema of its route describes', () => {
  expect(driftOf({ ...invoice, body: { data: makeInvoice() } })).toBeNull();
  expect(driftOf({ call: 'GET /spa/user', status: 200, body: { data: makeUser() } })).toBeNull();
  expect(driftOf({ ...invoice, status: 404, body: errorBody('not_found') })).toBeNull();
  expect(driftOf({ call: 'POST /auth/logout', status: 204, body: null })).toBeNull();
});

it('an answer with a missing, unknown or mistyped field is none that the server would send', () => {
  const { status: _status, ...without } = makeInvoice();
  expect(driftOf({ ...invoice, body: { data: without } })).toContain("must have required property 'status'");
  expect(driftOf({ ...invoice, body: { data: { ...makeInvoice(), looks: 3 } } })).toContain('additional properties');
  expect(driftOf({ ...invoice, body: { data: { ...makeInvoice(), version: '1' } } })).toContain('/data/version');
  expect(driftOf({ ...invoice, status: 404, body: { error: 'gone' } })).toContain("must have required property 'code'");
});

it('an answer to an unknown call, with a status that the route lacks or with a needless body is noticed', () => {
  expect(driftOf({ call: 'GET /spa/sandbox/coins', status: 200, body: {} })).toContain('no such call');
  expect(driftOf({ ...invoice, status: 201, body: { data: makeInvoice() } })).toContain('does not answer 201');
  expect(driftOf({ call: 'POST /auth/logout', status: 204, body: {} })).toContain('no body');
});

it('a failure of the server is no part of the contract', () => {
  expect(driftOf({ ...invoice, status: 500, body: errorBody('internal_error') })).toBeNull();
});
