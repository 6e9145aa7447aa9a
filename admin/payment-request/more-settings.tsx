import InputAdornment from '@mui/material/InputAdornment';
import { styled } from '@mui/material/styles';
import { useEffect, useRef, useState } from 'react';
import { useFormState } from 'react-hook-form';
import type { IntegrationProfile } from '../../contract/integration.ts';
import { ChoiceInput } from '../forms/choice-input.tsx';
import { TextInput } from '../forms/text-input.tsx';
import { t } from '../i18n/translate.ts';
import { Fields, Pair } from '../integration/parts.tsx';
import { Icon } from '../look/icon.tsx';
import type { RequestDraft } from './request-form.ts';

const Fold = styled('details')(({ theme }) => ({
  borderTop: `1px solid ${theme.palette.divider}`,
  borderBottom: `1px solid ${theme.palette.divider}`,
  '& > summary': {
    display: 'grid',
    gridTemplateColumns: '20px minmax(0, 1fr)',
    gap: '0 8px',
    padding: '12px 0',
    cursor: 'pointer',
    listStyle: 'none',
    '&::-webkit-details-marker': { display: 'none' },
    '& b': { fontWeight: 500 },
    '& small': { gridColumn: 2, color: theme.palette.text.secondary, fontSize: 13, lineHeight: '20px' },
    '& svg': { transition: 'transform 140ms ease-out' },
  },
  '&[open] > summary svg': { transform: 'rotate(90deg)' },
  '& > div': { paddingBottom: 16 },
}));

const PAYERS = ['merchant', 'customer'] as const;
const AT_THE_END = ['auto', 'manual'] as const;
const PERCENT = <InputAdornment position="end">%</InputAdornment>;
const FEE_PAIRS = [
  ['service', 'network'],
  ['conversion', 'refund'],
] as const;
const SOURCES = [
  'service_fee_payer',
  'network_fee_payer',
  'conversion_fee_payer',
  'refund_fee_payer',
  'autocomplete',
  'underpaid_tolerance',
  'overpaid_tolerance',
  'success_url',
] as const satisfies readonly (keyof RequestDraft)[];

/** Settings that most requests leave as in the profile. Opens by itself if one of them is invalid. */
export function MoreSettings({ profile }: { profile: IntegrationProfile }) {
  const [isOpen, setOpen] = useState(false);
  const fold = useRef<HTMLDetailsElement>(null);
  const { errors } = useFormState<RequestDraft>();
  const isWrong = SOURCES.some((source) => errors[source] !== undefined);
  useEffect(() => {
    if (isWrong) setOpen(true);
  }, [isWrong]);
  // Collapsed fields cannot take the focus, so the invalid one gets it now, unless another invalid field has it.
  useEffect(() => {
    if (isOpen && isWrong && document.activeElement?.getAttribute('aria-invalid') !== 'true')
      fold.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [isOpen, isWrong]);
  return (
    <Fold ref={fold} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Icon name="chevronRight" />
        <b>{t('newRequest.more')}</b>
        <small>{t('newRequest.moreHelp')}</small>
      </summary>
      <Fields>
        {FEE_PAIRS.map((pair) => (
          <Pair key={pair[0]}>
            {pair.map((fee) => (
              <ChoiceInput
                key={fee}
                source={`${fee}_fee_payer`}
                label={t(`paymentRequest.${fee}Fee`)}
                choices={[
                  { value: 'profile', label: asProfile(t(`paymentRequest.payer.${profile[`${fee}_fee_payer`]}`)) },
                  ...PAYERS.map((value) => ({ value, label: t(`paymentRequest.payer.${value}`) })),
                ]}
              />
            ))}
          </Pair>
        ))}
        <ChoiceInput
          source="autocomplete"
          label={t('facts.late')}
          choices={[
            { value: 'profile', label: asProfile(t(`facts.late.${profile.autocomplete ? 'auto' : 'manual'}`)) },
            ...AT_THE_END.map((value) => ({ value, label: t(`facts.late.${value}`) })),
          ]}
        />
        <Pair>
          {(['underpaid', 'overpaid'] as const).map((kind) => (
            <TextInput
              key={kind}
              source={`${kind}_tolerance`}
              label={t('create.optional', { label: t(`create.tolerance.${kind}`) })}
              decimal
              end={PERCENT}
              help={t('create.toleranceHelp', { percent: profile[`${kind}_tolerance`] })}
            />
          ))}
        </Pair>
        <TextInput
          source="success_url"
          label={t('create.optional', { label: t('paymentRequest.successUrl') })}
          type="url"
          help={t('links.successHelp')}
        />
      </Fields>
    </Fold>
  );
}

function asProfile(value: string): string {
  return t('newRequest.profile', { value });
}
