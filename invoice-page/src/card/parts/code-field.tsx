import { useCardWords } from '../words.tsx';

interface Props {
  readonly code: string;
  readonly isBusy: boolean;
  readonly problem: string;
  /** Digits only, six at most, also of what is pasted. */
  readonly onCode: (digits: string) => void;
}

/** One field for six digits, which phones fill from the mail and people paste into. */
export function CodeField({ code, isBusy, problem, onCode }: Props) {
  const { t } = useCardWords();
  return (
    <div className="field">
      <label className="label" htmlFor="code">
        {t('code.label')}
      </label>
      <input
        id="code"
        className="input code-input"
        value={code}
        inputMode="numeric"
        autoComplete="one-time-code"
        readOnly={isBusy}
        aria-busy={isBusy}
        aria-invalid={problem !== ''}
        aria-describedby="code-problem"
        onInput={({ currentTarget }) => {
          const digits = currentTarget.value.replaceAll(/\D/g, '').slice(0, 6);
          // Other characters are removed from the field even if the digits have not changed.
          currentTarget.value = digits;
          if (digits !== code) onCode(digits);
        }}
      />
      <p className="problem" id="code-problem" role="alert">
        {problem}
      </p>
    </div>
  );
}
