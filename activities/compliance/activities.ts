import { readCase, snapshotOf } from '../../db/compliance/case-rows.ts';
import { type CaseStepInput, type StepContext, stepCase } from '../../db/compliance/steps.ts';
import { type Db, inTransaction, retrying } from '../../db/core/sequelize.ts';
import type { CaseSnapshot } from '../../domain/compliance/case.ts';

export interface OnboardingActivityDeps extends Omit<StepContext, 'nowMs'> {
  readonly db: Db;
  readonly nowMs: () => number;
}

export type OnboardingActivities = ReturnType<typeof createOnboardingActivities>;

/** The activities of an onboarding's workflow: short database writes, meant as local activities. */
export function createOnboardingActivities({ db, nowMs, ...context }: OnboardingActivityDeps) {
  return {
    /** @returns the case as it is afterwards; a step that the row does not take any more changes nothing */
    stepOnboarding: (input: CaseStepInput): Promise<CaseSnapshot> =>
      retrying(() => inTransaction(db, (tx) => stepCase(tx, { ...context, nowMs: nowMs() }, input))),

    readCaseWatch: async ({ caseId }: { readonly caseId: string }): Promise<CaseSnapshot> =>
      snapshotOf(await readCase(db, caseId)),
  };
}
