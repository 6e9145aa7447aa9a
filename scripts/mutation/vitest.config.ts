import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { areaOfProcess } from './areas.ts';

const area = areaOfProcess();

/**
 * The first test that fails ends the run of a change, so what takes long comes last: tests of whole activities, such as
 * rounds with the bank, and those that try many examples.
 */
class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const slowness = ({ moduleId }: TestSpecification) => {
      if (moduleId.includes('.property.')) return 2;
      return moduleId.includes('/activities/') ? 1 : 0;
    };
    return files.toSorted(
      (one, other) => slowness(one) - slowness(other) || one.moduleId.localeCompare(other.moduleId),
    );
  }
}

export default defineConfig({
  test: {
    include: process.env.MUTATION_TESTS?.split(',') ?? [...area.tests],
    exclude: [...(area.withoutTests ?? [])],
    // As `npm test` runs them: loading the same modules for each file takes longer than most of the tests.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 240_000,
    sequence: { sequencer: QuickFirst },
    globalSetup: area.servers ? ['scripts/testing/global-setup.ts'] : [],
  },
});
