import { writeFileSync } from 'node:fs';
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node';
import { OUTCOME_FILE, type TestFailure, type TestOutcome } from './outcome.ts';

type Errors = readonly { readonly message: string }[];

/** Writes the {@link TestOutcome} of a run for its caller. */
export default class OutcomeReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: Errors): void {
    const file = process.env[OUTCOME_FILE];
    if (file !== undefined) writeFileSync(file, JSON.stringify(outcomeOf(modules, unhandled)));
  }
}

function outcomeOf(modules: readonly TestModule[], unhandled: Errors): TestOutcome {
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const groups = modules.flatMap((module) => [module, ...module.children.allSuites()]);
  const inState = (state: string) => tests.filter((test) => test.result().state === state);
  return {
    passed: inState('passed').length,
    skipped: inState('skipped').length,
    failures: [
      ...inState('failed').map(failureOf),
      ...groups.filter((group) => group.errors().length > 0).map((group) => failure(nameOf(group), group.errors())),
      ...unhandled.map((error) => failure('outside of any test', [error])),
    ],
    unsteady: tests.filter((test) => test.diagnostic()?.flaky).map(failureOf),
    files: modules.map((module) => ({ file: module.relativeModuleId, tookMs: Math.round(tookMs(module)) })),
  };
}

function tookMs(module: TestModule): number {
  const { setupDuration, collectDuration, duration } = module.diagnostic();
  return setupDuration + collectDuration + duration;
}

function failureOf(test: TestCase): TestFailure {
  return failure(nameOf(test), test.result().errors ?? []);
}

function failure(who: string, [error]: Errors): TestFailure {
  return { who, message: error?.message ?? '' };
}

function nameOf(part: TestCase | TestSuite | TestModule): string {
  return part.type === 'module' ? part.relativeModuleId : `${part.module.relativeModuleId} > ${part.fullName}`;
}
