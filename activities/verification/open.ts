import { isSimulatedProvider, simulatedSecret } from '../../db/compliance/webhook-secret.ts';
import type { Db } from '../../db/core/sequelize.ts';
import type { Config } from '../../settings/config.ts';
import { openApplicantApi } from './applicant-api.ts';
import type { VerificationProvider } from './port.ts';
import { startVerificationSimulator } from './simulator.ts';

export interface OpenedVerification {
  /** Null if there is no provider. */
  readonly provider: VerificationProvider | null;
  close(): Promise<void>;
}

/** The configured provider, else the simulator, called over HTTP like any other; none in production. */
export async function openVerification(
  config: Config,
  db: Db,
  onTrouble: (error: unknown) => void,
): Promise<OpenedVerification> {
  if (config.verification !== undefined) {
    return { provider: openApplicantApi(config.verification), close: async () => {} };
  }
  if (!isSimulatedProvider(config)) return { provider: null, close: async () => {} };
  const known = { appToken: 'simulated', secret: simulatedSecret(config, 'calls') };
  const simulator = await startVerificationSimulator({
    ...known,
    db,
    webhookUrl: `${config.publicUrl}/webhooks/verification`,
    webhookSecret: simulatedSecret(config, 'webhooks'),
    checkMs: 3_000,
    onTrouble,
  });
  const levels = { company: 'basic-kyb-level', individual: 'basic-kyc-level' };
  return { provider: openApplicantApi({ ...known, url: simulator.url, levels }), close: () => simulator.close() };
}
