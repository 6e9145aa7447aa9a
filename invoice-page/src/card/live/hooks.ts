import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { DRAFT_STEPS, type DraftStep, furthestStep } from '../model/steps.ts';
import { createLatest, type Latest } from './latest.ts';
import type { CardStore } from './store.ts';

/**
 * The step that the customer is at, kept in the history of the tab: the back button leads through the steps, a reload
 * keeps the one it is at, and the address says nothing of it.
 */
export function useStep(store: CardStore): [DraftStep | null, (step: DraftStep) => void] {
  const [step, setStep] = useState<DraftStep | null>(null);
  useEffect(() => {
    setStep(stepIn(history.state));
    const moved = ({ state }: PopStateEvent): void => setStep(stepIn(state) ?? 'amount');
    window.addEventListener('popstate', moved);
    return () => window.removeEventListener('popstate', moved);
  }, []);
  const go = useEffectEvent((next: DraftStep) => {
    if (next === (step ?? furthestStep(store.getState().order)) && step !== null) return;
    history.pushState({ cardStep: next }, '');
    setStep(next);
  });
  return [step, go];
}

function stepIn(state: unknown): DraftStep | null {
  const known: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'cardStep') : null;
  return DRAFT_STEPS.find((step) => step === known) ?? null;
}

const PAUSE_MS = 300;

/** The answer to what is asked now, asked again after the pause that it makes. */
export function useLatest<Request, Answer>(
  request: Request | null,
  ask: (request: Request, signal: AbortSignal) => Promise<Answer>,
  pauseOf: (answer: Answer | null, error: unknown) => number | null,
): Latest<Request, Answer> {
  const key = JSON.stringify(request);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one asker for the life of the screen
  const asker = useMemo(
    () =>
      createLatest<Request, Answer>({
        ask,
        pauseMs: PAUSE_MS,
        isSame: (one, two) => JSON.stringify(one) === JSON.stringify(two),
      }),
    [],
  );
  const [state, setState] = useState(asker.getState);
  useEffect(() => {
    const unsubscribe = asker.subscribe(() => setState(asker.getState()));
    return () => {
      unsubscribe();
      asker.stop();
    };
  }, [asker]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says whether it is another request
  useEffect(() => asker.request(request), [asker, key]);
  const { answer, error } = state;
  const pause = useEffectEvent(pauseOf);
  useEffect(() => {
    const pauseMs = pause(answer, error);
    if (pauseMs === null) return;
    const timer = setTimeout(() => asker.again(), Math.min(MOST_MS, Math.max(LEAST_MS, pauseMs)));
    return () => clearTimeout(timer);
  }, [asker, answer, error]);
  // Not yet asked: what is known is about another request.
  return JSON.stringify(state.request) === key ? state : { request, answer: null, error: null };
}

/** No sooner than this after the last time, and no later, whatever this device's clock says. */
const LEAST_MS = 3_000;
const MOST_MS = 60_000;

/** Seconds until a moment of this device's clock, redrawn each second; 0 once it is over. */
export function useSecondsUntil(atMs: number): number {
  const [nowMs, setNow] = useState(Date.now);
  const left = Math.max(0, Math.ceil((atMs - nowMs) / 1000));
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return left;
}
