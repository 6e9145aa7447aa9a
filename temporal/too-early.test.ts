import { expect, test } from 'vitest';
import { isTooEarly } from './worker-deployment.ts';

const refusal = (code: number, details: string) => Object.assign(new Error(details), { code, details, metadata: {} });

test.each([
  [9, 'proposed Current Version is missing active task queues from the Current Version', true],
  [8, 'Too many SetWorkerDeploymentRampingVersion requests have been issued in rapid succession', true],
  [9, 'the conflict token is not the latest', false],
  [5, 'no Worker Deployment found', false],
])('a change of the deployment that Temporal refuses with %i (%s) is tried again: %s', (code, details, isTried) => {
  expect(isTooEarly(refusal(code, details))).toBe(isTried);
});

test('other errors are not', () => {
  expect(isTooEarly(new Error('missing active task queues'))).toBe(false);
});
