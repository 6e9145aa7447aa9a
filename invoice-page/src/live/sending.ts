import { useState } from 'react';

/** The state of a form: whether it is on its way, and why it was refused. */
export interface Sending<Problem> {
  readonly busy: boolean;
  /** Null while nothing is wrong. */
  readonly problem: Problem | null;
  setProblem(problem: Problem | null): void;
  onSubmit(event: { preventDefault(): void }): void;
}

/** Sends a form once at a time; `problemOf` says in the form's own terms why it failed. */
export function useSending<Problem>(
  send: () => Promise<unknown>,
  problemOf: (error: unknown) => Problem,
): Sending<Problem> {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  async function submit(): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      await send();
    } catch (error) {
      setProblem(problemOf(error));
    }
    setBusy(false);
  }

  return {
    busy,
    problem,
    setProblem,
    onSubmit(event) {
      event.preventDefault();
      if (!busy) void submit();
    },
  };
}
