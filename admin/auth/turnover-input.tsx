import FormHelperText from '@mui/material/FormHelperText';
import { styled } from '@mui/material/styles';
import { useId } from 'react';
import { TURNOVER_RANGES } from '../../domain/accounts/business.ts';
import { useBound } from '../forms/use-bound.ts';
import { t } from '../i18n/translate.ts';

const Group = styled('fieldset')(({ theme }) => ({
  minWidth: 0,
  '& legend': { padding: 0, marginBottom: 6, fontSize: 13, lineHeight: '20px', fontWeight: 500 },
  '& > div': { display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: 8 },
  [theme.breakpoints.down(360)]: { '& > div': { gridTemplateColumns: 'minmax(0, 1fr)' } },
}));
const Tile = styled('label')(({ theme }) => ({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 44,
  padding: '8px 12px',
  border: `1px solid ${theme.palette.control}`,
  borderRadius: 6,
  backgroundColor: theme.palette.background.paper,
  fontVariantNumeric: 'tabular-nums',
  cursor: 'pointer',
  '& input': { flex: 'none', width: 16, height: 16, margin: 0, accentColor: theme.palette.primary.main },
  '&:hover': { backgroundColor: theme.palette.action.hover },
  '&:has(input:checked)': {
    borderColor: theme.palette.primary.main,
    boxShadow: `0 0 0 1px ${theme.palette.primary.main}`,
    backgroundColor: theme.palette.soft.primary,
  },
  '&:has(input:focus-visible)': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: 2 },
  '& input:focus-visible': { outline: 0 },
}));

/** The ranges of spec §3, all in sight: the field `turnover` of the form around it. */
export function TurnoverInput() {
  const { value, error, onChange, inputRef } = useBound<string>('turnover');
  const id = useId();
  return (
    <Group aria-describedby={error ? id : undefined}>
      <legend>{t('company.turnover')}</legend>
      <div>
        {TURNOVER_RANGES.map((range, index) => (
          <Tile key={range}>
            <input
              ref={index === 0 ? inputRef : undefined}
              type="radio"
              name="turnover"
              value={range}
              checked={value === range}
              onChange={onChange}
            />
            {t(`turnover.${range}`)}
          </Tile>
        ))}
      </div>
      {error && (
        <FormHelperText id={id} error role="alert">
          {error}
        </FormHelperText>
      )}
    </Group>
  );
}
