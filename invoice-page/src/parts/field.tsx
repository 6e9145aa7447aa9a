import { useWords } from '../i18n/words.tsx';

interface Props {
  id: string;
  label: string;
  value: string;
  /** Why it is refused; empty while it is not. */
  problem: string;
  hint?: string;
  isNumber?: boolean;
  onValue: (text: string) => void;
}

/** A field for what payers paste from their wallets: nothing is filled in or corrected behind their backs. */
export function Field({ id, label, value, problem, hint, isNumber = false, onValue }: Props) {
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="input"
        value={value}
        required={hint === undefined}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        aria-invalid={problem !== ''}
        aria-describedby={`${id}-problem`}
        inputMode={isNumber ? 'numeric' : undefined}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
      <p className="problem" id={`${id}-problem`} role="alert">
        {problem}
      </p>
      {hint !== undefined && <p className="hint">{hint}</p>}
    </div>
  );
}

/** A destination tag, which some recipients need. */
export function TagField(props: Pick<Props, 'id' | 'value' | 'problem' | 'onValue'>) {
  const { t } = useWords();
  return <Field {...props} label={t('pay.tag')} hint={t('refund.tag_hint')} isNumber />;
}
