import type { InputHTMLAttributes, ReactNode } from 'react';

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onInput' | 'id'> {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly onText: (text: string) => void;
  /** Below the field; read with it. */
  readonly hint?: ReactNode;
  readonly problem?: string;
  /** In the same frame: the unit of an amount. */
  readonly unit?: ReactNode;
}

/** A labelled field with what is wrong with it right below. */
export function Field({ id, label, value, onText, hint, problem = '', unit, className = 'input', ...rest }: Props) {
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <div className={unit === undefined ? undefined : 'with-unit'} data-invalid={problem !== ''}>
        <input
          {...rest}
          id={id}
          className={className}
          value={value}
          spellCheck={false}
          aria-invalid={problem !== ''}
          aria-describedby={`${id}-problem ${id}-hint`}
          onInput={(event) => onText(event.currentTarget.value)}
        />
        {unit}
      </div>
      <p className="problem" id={`${id}-problem`} role="alert">
        {problem}
      </p>
      <div className="hint" id={`${id}-hint`}>
        {hint}
      </div>
    </div>
  );
}

/** The heading of a screen, with what it is about. */
export function Heading({ title, lead }: { title: string; lead?: string }) {
  return (
    <>
      <h1 id="title" tabIndex={-1}>
        {title}
      </h1>
      {lead !== undefined && <p className="lead">{lead}</p>}
    </>
  );
}

/** The one thing to do, always in sight on a phone. */
export function Dock({ children, problem = '' }: { children: ReactNode; problem?: string }) {
  return (
    <div className="dock">
      <p className="problem" role="alert">
        {problem}
      </p>
      <div className="acts">{children}</div>
    </div>
  );
}
