import { Fragment } from 'react';
import { CONTACT_FIELDS, type ContactField, type ContactKind } from '../../domain/forms/contact.ts';

/** A page's label of a field, and the hint below it. */
export interface FieldWords {
  readonly label: string;
  readonly help?: string;
}

interface FormProps {
  readonly kind: ContactKind;
  readonly action: string;
  readonly words: Readonly<Record<string, FieldWords>>;
  readonly button: string;
}

/** A form that works without a script. Values and errors are filled in when it is served. */
export function ContactForm({ kind, action, words, button }: FormProps) {
  return (
    <FormFrame kind={kind} action={action} button={button}>
      {CONTACT_FIELDS[kind].map((field) => (
        <Fragment key={field.name}>
          <FormField field={field} words={words[field.name] ?? { label: field.name }} />
          {field.name === 'subject' && <Offers />}
        </Fragment>
      ))}
    </FormFrame>
  );
}

/** Filled by the script while the subject is typed, and not shown before. */
function Offers() {
  return (
    <div className="offers" role="status" data-offers="" data-empty="">
      <p className="muted">These articles may help:</p>
      <ul className="offers-list" />
    </div>
  );
}

interface FormFrameProps {
  readonly kind: ContactKind | 'newsletter';
  readonly action: string;
  readonly button: string;
  readonly children: React.ReactNode;
}

export function FormFrame({ kind, action, button, children }: FormFrameProps) {
  return (
    <form className="form" method="post" action={action} data-form={kind} acceptCharset="utf-8">
      <p className="problem sum" role="alert" id="problem">
        __PROBLEM__
      </p>
      {children}
      <div className="fax" aria-hidden="true">
        <label htmlFor="fax">Leave this empty</label>
        <input id="fax" name="fax" tabIndex={-1} autoComplete="off" />
      </div>
      <input type="hidden" name="token" defaultValue="__FORM_TOKEN__" />
      <p>
        <button className="btn" type="submit">
          {button}
        </button>
      </p>
    </form>
  );
}

export function FormField({ field, words }: { readonly field: ContactField; readonly words: FieldWords }) {
  const { name, type, isOptional } = field;
  const mark = name.toUpperCase();
  const described = words.help === undefined ? `${name}-problem` : `${name}-problem ${name}-help`;
  const props = {
    id: name,
    name,
    required: !isOptional,
    'aria-describedby': described,
    'aria-invalid': `__INVALID_${mark}__` as unknown as boolean,
  };
  const help = words.help && (
    <p className="help" id={`${name}-help`}>
      {words.help}
    </p>
  );
  const problem = <p className="problem" id={`${name}-problem`}>{`__PROBLEM_${mark}__`}</p>;
  if (type === 'check') {
    return (
      <div className="field check">
        <input {...props} type="checkbox" value="yes" />
        <label htmlFor={name}>{words.label}</label>
        {help}
        {problem}
      </div>
    );
  }
  return (
    <div className="field">
      <label htmlFor={name}>
        {words.label}
        {isOptional && <span className="muted"> (optional)</span>}
      </label>
      {help}
      {type === 'area' ? (
        <textarea {...props} rows={8} maxLength={field.maxLength} defaultValue={`__VALUE_${mark}__`} />
      ) : (
        <input
          {...props}
          {...INPUTS[type]}
          maxLength={field.maxLength}
          defaultValue={`__VALUE_${mark}__`}
          autoComplete={COMPLETE[name] ?? 'off'}
        />
      )}
      {problem}
    </div>
  );
}

const INPUTS = {
  line: { type: 'text' },
  email: { type: 'email' },
  // Of type url, browsers would refuse shop.example.
  website: { type: 'text', inputMode: 'url' },
  count: { type: 'text', inputMode: 'numeric' },
} as const;

const COMPLETE: Readonly<Record<string, string>> = {
  name: 'name',
  email: 'email',
  company: 'organization',
  website: 'url',
};
