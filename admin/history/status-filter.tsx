import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { styled } from '@mui/material/styles';
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
  return (
    <FilterButton name={name} label={chosenLabel(chosen)} on={chosen.length > 0}>
      {() => (
        <Choices>
          <VisuallyHidden as="legend">{name}</VisuallyHidden>
          {INVOICE_STATUSES.map((status) => (
            <FormControlLabel
              key={status}
              label={t(`status.${status}`)}
              control={
                <Checkbox
                  checked={chosen.includes(status)}
                  onChange={() => onChosen(toggleStatus(chosen, status))}
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

function chosenLabel(chosen: readonly InvoiceStatus[]): string {
  const name = t('history.filter.status');
  const only = chosen[0];
  if (!only) return name;
  return chosen.length === 1 ? t(`status.${only}`) : t('history.filter.count', { name, count: chosen.length });
}
