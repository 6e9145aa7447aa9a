import { COOKIE_SETTINGS } from '../../../domain/legal/consent.ts';
import { pathIn } from '../../../domain/site/translations.ts';
import { changeLocale, isLocale, LOCALES } from '../i18n/locale.ts';
import { useWords } from '../i18n/words.tsx';
import { Icon } from './icon.tsx';

/** Of the page; `partOf` names what it belongs to within the pages of the demo, which have a footer of their own. */
export function Footer({ partOf }: { partOf: string | undefined }) {
  const { t, locale } = useWords();
  const Foot = partOf === undefined ? 'footer' : 'section';
  return (
    <Foot className="foot" aria-label={partOf}>
      <p>
        <Icon name="tidegate" />
        <span>
          {t('foot.by')} <b>Tidegate</b>
        </span>
      </p>
      {/* Where scripts run, the settings open over this page. In a shop's frame the policy opens beside it. */}
      <a href={pathIn(locale, COOKIE_SETTINGS)} target="_blank" rel="noreferrer">
        {t('foot.cookies')}
      </a>
      <form>
        <label>
          <span className="unseen">{t('foot.language')}</span>
          <select
            name="lang"
            defaultValue={locale}
            onChange={({ target }) => isLocale(target.value) && changeLocale(target.value)}
          >
            {Object.entries(LOCALES).map(([code, name]) => (
              <option key={code} value={code} lang={code}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <noscript>
          <button type="submit">{t('foot.change')}</button>
        </noscript>
      </form>
    </Foot>
  );
}
