import {
  type ApiVersion,
  DEFAULT_VERSION,
  isApiVersion,
  NEWEST_VERSION,
  supportedVersions,
  VERSION_ENDS,
} from '../../domain/versions/api-versions.ts';
import { ChoiceInput } from '../forms/choice-input.tsx';
import { t } from '../i18n/translate.ts';

interface VersionInputProps {
  /** The version that is set now, which stays among the choices when it has ended. */
  current: string;
  help: string;
  disabled?: boolean;
}

/** The version of the API that calls or webhooks are in: forward, and back at any time. */
export function VersionInput({ current, help, disabled = false }: VersionInputProps) {
  const supported = supportedVersions(VERSION_ENDS, Date.now());
  const isListed = !isApiVersion(current) || supported.includes(current);
  const versions = isListed ? supported : [...supported, current];
  return (
    <ChoiceInput
      source="api_version"
      label={t('version.title')}
      help={help}
      choices={versions.map((value) => ({ value, label: labelOf(value) }))}
      disabled={disabled}
    />
  );
}

function labelOf(version: ApiVersion): string {
  if (version === NEWEST_VERSION) return t('version.newest', { version });
  return version === DEFAULT_VERSION ? t('version.default', { version }) : version;
}
