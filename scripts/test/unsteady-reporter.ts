import type { Reporter, TestCase } from 'vitest/node';
import { say } from '../progress.ts';

/** Names at the end what passed only at a second try, with what the first one said: such a test, or what it tests, has a race in it that is to be mended. */
export default class UnsteadyReporter implements Reporter {
  readonly #unsteady: TestCase[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) this.#unsteady.push(test);
  }

  onTestRunEnd(): void {
    for (const test of this.#unsteady) {
      const [error] = test.result().errors ?? [];
      say(`Passed only at the second try: ${test.module.relativeModuleId} > ${test.fullName}: ${error?.message ?? ''}`);
    }
  }
}
