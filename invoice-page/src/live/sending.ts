import { useState } from 'react';

/** The state of a form: whether it is on its way, and why it was refused. */
export interface Sending<Problem> {
  readonly busy: boolean;
  /** Null while nothing is wrong. */
  readonly problem: Problem | null;
  setProblem(problem: Problem | null): void;
  /** Sends in another way than by the form's own button. */
  start(send: () => Promise<unknown>): void;
  onSubmit(event: { preventDefault(): void }): void;
}

/** Sends a form once at a time; `problemOf` says in the form's own terms why it failed. */
export function useSending<Problem>(
  send: () => Promise<unknown>,
  problemOf: (error: unknown) => Problem,
): Sending<Problem> {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  async function run(act: () => Promise<unknown>): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      await act();
    } catch (error) {
      setProblem(problemOf(error));
    }
    setBusy(false);
  }

  const start = (act: () => Promise<unknown>) => {
    if (!busy) void run(act);
  };
  return {
    busy,
    problem,
    setProblem,
    start,
    onSubmit(event) {
      event.preventDefault();
      start(send);
    },
  };
}
