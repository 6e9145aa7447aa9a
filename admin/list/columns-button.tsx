import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import { styled } from '@mui/material/styles';
import { useMemo, useState } from 'react';
import { useStore } from 'react-admin';
import { VisuallyHidden } from '../components/card.tsx';
import { CheckboxIcon, CheckedIcon } from '../components/checkbox-icons.tsx';
import type { TableColumn } from '../components/data-table.tsx';
import { Wide } from '../components/page.tsx';
import { t } from '../i18n/translate.ts';
import { Icon } from '../look/icon.tsx';

const Choices = styled('fieldset')({ display: 'grid', gap: 2, margin: 0, padding: '12px 14px' });
const End = styled(Wide)({ justifySelf: 'end' });

/** The columns without those that this person has hidden; the first one, the row's name, always stays. */
export function useShownColumns<Row>(resource: string, columns: readonly TableColumn<Row>[]) {
  const [hidden] = useStore<readonly string[]>(keyOf(resource), NONE);
  const shown = useMemo(
    () => columns.filter(({ key }, index) => index === 0 || !hidden.includes(key)),
    [columns, hidden],
  );
  return [shown, hidden] as const;
}

export interface ColumnsButtonProps {
  resource: string;
  columns: readonly Pick<TableColumn<never>, 'key' | 'label' | 'labelHidden'>[];
  hidden: readonly string[];
}

/** Chooses the columns of a table; remembered in this browser. */
export function ColumnsButton({ resource, columns, hidden }: ColumnsButtonProps) {
  const [, setHidden] = useStore<readonly string[]>(keyOf(resource), NONE);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const toggle = (key: string) =>
    setHidden(hidden.includes(key) ? hidden.filter((each) => each !== key) : [...hidden, key]);
  return (
    <End>
      <IconButton
        size="small"
        aria-label={t('list.columns')}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon name="settings" size={16} />
      </IconButton>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': t('list.columns'), sx: { mt: 1, minWidth: 200 } } }}
      >
        <Choices>
          <VisuallyHidden as="legend">{t('list.columns')}</VisuallyHidden>
          {columns
            .slice(1)
            .map(({ key, label, labelHidden }) =>
              labelHidden ? null : (
                <FormControlLabel
                  key={key}
                  label={label}
                  control={
                    <Checkbox
                      checked={!hidden.includes(key)}
                      onChange={() => toggle(key)}
                      icon={<CheckboxIcon />}
                      checkedIcon={<CheckedIcon />}
                    />
                  }
                />
              ),
            )}
        </Choices>
      </Popover>
    </End>
  );
}

const keyOf = (resource: string) => `${resource}.hiddenColumns`;
const NONE: readonly string[] = [];
