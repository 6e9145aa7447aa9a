import { type Visit, type Visitor, withBrowser } from '../../scripts/testing/browser.ts';

export interface DeskOptions {
  readonly origin: string;
  /** Whether this browser remembers a session; true by default. */
  readonly signedIn?: boolean;
  readonly width?: number;
}

/** A Chromium for a test file of the back office; each visit is a desktop browser, signed in by default. */
export function withDesk(): (options: DeskOptions) => Promise<Visit> {
  const visit: Visitor = withBrowser();
  return async ({ origin, signedIn = true, width = 1441 }) => {
    const person = await visit(origin, {
      viewport: { width, height: 900 },
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    if (signedIn) await person.context.addInitScript(() => localStorage.setItem('tidegate.signed-in', 'yes'));
    return person;
  };
}
