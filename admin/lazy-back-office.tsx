import { lazy, Suspense } from 'react';
import { Splash } from './components/splash.tsx';
import { loadUser } from './data/session.ts';

/**
 * Who is signed in is asked while the code is on its way. The frame waits for the room that the address opens: drawn
 * before it, React would let the empty frame stand for 300 ms at least.
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

/** Fetches the code ahead, while the user types the password. */
export function preloadBackOffice(): void {
  void import('./back-office.tsx');
}
