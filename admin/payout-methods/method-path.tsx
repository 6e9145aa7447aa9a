import type { PaymentMethod } from '../../contract/payment-methods.ts';
import { AssetLabel } from '../components/asset-label.tsx';

export const METHODS_PATH = '/payouts/method';

export function assetOf({ gate_id }: PaymentMethod) {
  return <AssetLabel gateId={gate_id} />;
}

export function methodPath(id: string): string {
  return `${METHODS_PATH}?id=${encodeURIComponent(id)}`;
}
