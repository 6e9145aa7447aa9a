import type { ReactNode } from 'react';

interface PageTextProps {
  readonly title: string;
  readonly lead: ReactNode;
  readonly children: ReactNode;
}

/** A page of text: a heading that says something, a sentence below it, and sections. */
export function PageText({ title, lead, children }: PageTextProps) {
  return (
    <div className="wrap page">
      <header className="head">
        <h1>{title}</h1>
        <p className="lead">{lead}</p>
      </header>
      {children}
    </div>
  );
}

interface PartProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A section of it: what it says at the left, the text at the right. */
export function Part({ title, children }: PartProps) {
  return (
    <section className="part">
      <h2>{title}</h2>
      <div className="says">{children}</div>
    </section>
  );
}
