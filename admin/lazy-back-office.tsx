import { lazy, Suspense } from 'react';
import { Splash } from './components/splash.tsx';
import { loadUser } from './data/session.ts';

/**
 * Fetches the signed-in user while the code loads. The frame waits for the page that the address opens: without that,
 * React would keep an empty frame for at least 300 ms.
 */
const BackOffice = lazy(async () => {
  loadUser().catch(() => undefined);
  const backOffice = await import('./back-office.tsx');
  await backOffice.preloadRoom(location.pathname);
  return backOffice;
});

/** The back office proper, loaded when first needed: the sign-in page does not wait for react-admin. */
export function LazyBackOffice() {
  return (
    <Suspense fallback={<Splash />}>
      <BackOffice />
    </Suspense>
  );
}

/** Fetches the code ahead. */
export function preloadBackOffice(): void {
  void import('./back-office.tsx');
}

const USES = ['pointerdown', 'keydown', 'input'] as const;

/**
 * Fetches the code ahead as soon as somebody uses the page, while they type the password. Visitors who only look at it
 * load nothing more. Returns how to stop.
 */
export function preloadBackOfficeWhenUsed(): () => void {
  const used = new AbortController();
  const preload = () => {
    used.abort();
    preloadBackOffice();
  };
  for (const use of USES) addEventListener(use, preload, { signal: used.signal });
  return () => used.abort();
}
