import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { styled } from '@mui/material/styles';
import { useEffect, useState } from 'react';
import { INVOICE_STATUSES, type InvoiceStatus } from '../../domain/state/invoice-status.ts';
import { VisuallyHidden } from '../components/card.tsx';
import { CheckboxIcon, CheckedIcon } from '../components/checkbox-icons.tsx';
import { FilterButton } from '../components/filter-button.tsx';
import { t } from '../i18n/translate.ts';
import { toggleStatus } from './history-filter.ts';

const Choices = styled('fieldset')({
  display: 'grid',
  gap: 2,
  margin: 0,
  padding: '2px 14px',
  maxHeight: '60dvh',
  overflowY: 'auto',
});

interface StatusFilterProps {
  chosen: readonly InvoiceStatus[];
  onChosen: (chosen: InvoiceStatus[]) => void;
}

export function StatusFilter({ chosen, onChosen }: StatusFilterProps) {
  const name = t('history.filter.status');
  const [shown, setShown] = useShown(chosen);
  const toggle = (status: InvoiceStatus) => {
    const next = toggleStatus(shown, status);
    setShown(next);
    onChosen(next);
  };
  return (
    <FilterButton name={name} label={chosenLabel(shown)} on={shown.length > 0}>
      {() => (
        <Choices>
          <VisuallyHidden as="legend">{name}</VisuallyHidden>
          {INVOICE_STATUSES.map((status) => (
            <FormControlLabel
              key={status}
              label={t(`status.${status}`)}
              control={
                <Checkbox
                  checked={shown.includes(status)}
                  onChange={() => toggle(status)}
                  icon={<CheckboxIcon />}
                  checkedIcon={<CheckedIcon />}
                />
              }
            />
          ))}
        </Choices>
      )}
    </FilterButton>
  );
}

/** A box is ticked at once; the address, which holds what is chosen, follows a moment later. */
function useShown(chosen: readonly InvoiceStatus[]) {
  const [shown, setShown] = useState(chosen);
  const key = chosen.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is made anew each time, its content counts
  useEffect(() => setShown(chosen), [key]);
  return [shown, setShown] as const;
}

function chosenLabel(chosen: readonly InvoiceStatus[]): string {
  const name = t('history.filter.status');
  const only = chosen[0];
  if (!only) return name;
  return chosen.length === 1 ? t(`status.${only}`) : t('history.filter.count', { name, count: chosen.length });
}
