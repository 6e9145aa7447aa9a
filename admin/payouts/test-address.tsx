import Link from '@mui/material/Link';
import { useFormContext } from 'react-hook-form';
import type { CryptoGateId } from '../../domain/assets/assets.ts';
import { TEST_ADDRESSES } from '../../domain/outflows/test-addresses.ts';
import { session } from '../data/session.ts';
import { useStore } from '../data/use-store.ts';
import { t } from '../i18n/translate.ts';
import type { TargetTexts } from './target-check.ts';

/** Sandbox only: fills in an address of the simulated network, as no wallet has one. */
export function TestAddress({ gateId }: { gateId: CryptoGateId }) {
  const { setValue } = useFormContext<TargetTexts>();
  if (useStore(session)?.active_profile_type !== 'sandbox') return null;
  return (
    <Link
      component="button"
      type="button"
      variant="caption"
      onClick={() => setValue('address', TEST_ADDRESSES[gateId], { shouldDirty: true, shouldValidate: true })}
    >
      {t('target.test')}
    </Link>
  );
}
