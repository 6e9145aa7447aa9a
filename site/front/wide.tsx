import type { ReactNode } from 'react';

/** Content that may be wider than the window scrolls by itself, also by keyboard. */
export function Wide({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it by keyboard
    <section className="scroll" aria-label={name} tabIndex={0}>
      {children}
    </section>
  );
}
