import { hkdfSync } from 'node:crypto';
import type { Mode } from '../../domain/assets/assets.ts';
import { type CardPartnerConfig, type CardPartnerSettings, cardPartnerKind } from '../../settings/card-partner.ts';
import { webhookPath } from './webhook.ts';

/** The settings that decide who sells coins by card. */
export type KnownForCards = CardPartnerSettings & {
  readonly publicUrl: string;
  readonly encryptionKey: Uint8Array;
};

/** The secret that signs the webhooks of a mode, and the path that they are signed for; null without a partner. */
export function cardWebhookOf(
  config: KnownForCards,
  mode: Mode,
): { readonly secret: string; readonly path: string } | null {
  const account = accountOf(config, mode);
  return account === undefined
    ? null
    : { secret: account.webhookSecret, path: new URL(webhookUrlOf(config, mode)).pathname };
}

/** The account of a mode, real or simulated; undefined if nobody sells coins by card there. */
export function accountOf(config: KnownForCards, mode: Mode): CardPartnerConfig | undefined {
  const kind = cardPartnerKind(config, mode);
  if (kind === 'partner') return config.cardPartner;
  return kind === 'simulated' ? simulatedAccount(config, mode) : undefined;
}

/** The account of a mode at the simulated partner. Its keys need no configuration: every process derives them. */
export function simulatedAccount(
  config: KnownForCards,
  mode: Mode,
): CardPartnerConfig & { readonly mode: Mode; readonly webhookUrl: string } {
  const derive = (use: string) =>
    Buffer.from(hkdfSync('sha256', config.encryptionKey, '', `simulated card partner: ${mode} ${use}`, 32));
  const url = `http://127.0.0.1:${config.cardSimulatorPort}`;
  return {
    mode,
    url,
    partner: `simulated-${mode}`,
    key: derive('key').toString('hex'),
    secret: derive('calls').toString('hex'),
    webhookSecret: derive('webhooks').toString('hex'),
    webhookUrl: webhookUrlOf(config, mode),
    seller: {
      id: 'simulated',
      name: 'Simulated card partner',
      termsUrl: `${url}/terms`,
      privacyUrl: `${url}/privacy`,
    },
  };
}

/** Where the partner sends its webhooks. */
function webhookUrlOf({ publicUrl }: KnownForCards, mode: Mode): string {
  return `${publicUrl}${webhookPath(mode)}`;
}
