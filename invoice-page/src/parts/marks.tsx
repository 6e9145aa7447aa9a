import type { CustomerGate } from '../../../contract/customer-invoice.ts';
import { useWords } from '../i18n/words.tsx';

/** The coin that costs the payer the least, and the one that is paid the soonest. */
export function Marks({ gate }: { gate: CustomerGate }) {
  const { t } = useWords();
  const marks = [...(gate.cheapest ? [t('choose.cheapest')] : []), ...(gate.fastest ? [t('choose.fastest')] : [])];
  if (marks.length === 0) return null;
  return (
    <span className="marks">
      {marks.map((mark) => (
        <em key={mark} className="mark">
          {mark}
        </em>
      ))}
    </span>
  );
}
