import { ChevronsUpDown } from 'lucide-react'
import { speak, t as translate, useTranslation } from '#data/i18n.ts'
import { languageOf, languages } from '#data/languages.ts'
import { useChangeMe, useChangeProfile, useTimeZones } from '#entities/account/change-hooks.ts'
import { useMe, useMyProfile } from '#entities/account/hooks.ts'
import { Combobox } from '#ui/controls/combobox.tsx'
import { fieldFrame, SettingRow } from '#ui/controls/field.tsx'
import { SettingsPage, SettingsSection } from '#ui/controls/form-layout.tsx'
import { Select } from '#ui/controls/select.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { classNames } from '#ui/theme/class-names.ts'
import { CustomThemeForm } from './custom-theme-form.tsx'
import { ThemeSelect } from './theme-select.tsx'

const controlWidth = 'w-64 max-md:w-44 shrink-0'

export function PreferencesScreen() {
  const { t } = useTranslation()
  const { theme } = useMyProfile()
  usePageTitle(t('account.preferences.page_title'))
  return (
    <SettingsPage
      title={t('account.preferences.title')}
      description={t('account.preferences.text')}
    >
      <SettingsSection>
        <SettingRow
          label={t('account.preferences.theme')}
          hint={t('account.preferences.theme_hint')}
        >
          <div className={controlWidth}>
            <ThemeSelect />
          </div>
        </SettingRow>
        {theme.theme === 'custom' && <CustomThemeForm />}
        <FirstDayRow />
      </SettingsSection>
      <SettingsSection title={t('account.preferences.language_and_time')}>
        <TimeZoneRow />
        <LanguageRow />
      </SettingsSection>
    </SettingsPage>
  )
}

const weekDays = [0, 1, 2, 3, 4, 5, 6]

function FirstDayRow() {
  const { t, i18n } = useTranslation()
  const { start_of_the_week } = useMyProfile()
  const change = useChangeProfile()
  // The fourth of January 1970 was a Sunday.
  const nameOf = (day: number) =>
    new Date(1970, 0, 4 + day).toLocaleDateString(i18n.language, { weekday: 'long' })

  const pick = (day: number) =>
    change.mutate(
      { start_of_the_week: day },
      {
        onSuccess: () =>
          toast({ kind: 'success', title: t('account.preferences.first_day_saved') }),
      },
    )
  return (
    <SettingRow
      label={t('account.preferences.first_day')}
      hint={t('account.preferences.first_day_hint')}
    >
      <div className={controlWidth}>
        <Select
          label={t('account.preferences.first_day')}
          hideLabel
          options={weekDays.map((value) => ({ value, label: nameOf(value) }))}
          value={start_of_the_week}
          onChange={pick}
        />
      </div>
    </SettingRow>
  )
}

function TimeZoneRow() {
  const { t } = useTranslation()
  const { user_timezone } = useMe()
  const zones = useTimeZones()
  const change = useChangeMe()
  const chosen = zones?.find(({ value }) => value === user_timezone)

  const pick = (zone: string) =>
    change.mutate(
      { user_timezone: zone },
      {
        onSuccess: () =>
          toast({ kind: 'success', title: t('account.preferences.time_zone_saved') }),
      },
    )
  return (
    <SettingRow
      label={t('account.preferences.time_zone')}
      hint={t('account.preferences.time_zone_hint')}
    >
      <div className={controlWidth}>
        <Combobox
          label={t('account.preferences.search_time_zone')}
          align="end"
          width={320}
          loading={!zones}
          options={(zones ?? []).map(({ value, label, utc_offset }) => ({
            value,
            label,
            hint: utc_offset,
            keywords: value,
          }))}
          value={user_timezone}
          onChange={pick}
          trigger={
            <button
              type="button"
              aria-label={`${t('account.preferences.time_zone')}: ${chosen?.label ?? user_timezone}`}
              className={classNames(fieldFrame('md', false), 'w-full text-left')}
            >
              <span className="min-w-0 grow truncate">{chosen?.label ?? user_timezone}</span>
              <Icon of={ChevronsUpDown} size={14} className="text-ink-3" />
            </button>
          }
        />
      </div>
    </SettingRow>
  )
}

function LanguageRow() {
  const { t } = useTranslation()
  const { language } = useMyProfile()
  const change = useChangeProfile()
  const pick = (value: string) =>
    change.mutate(
      { language: value },
      {
        onSuccess: async () => {
          // The message is in the new language.
          await speak(value)
          toast({ kind: 'success', title: translate('account.preferences.language_saved') })
        },
      },
    )
  return (
    <SettingRow
      label={t('account.preferences.language')}
      hint={t('account.preferences.language_hint')}
    >
      <div className={controlWidth}>
        <Select
          label={t('account.preferences.language')}
          hideLabel
          options={languages.map(({ value, label }) => ({ value, label }))}
          value={languageOf(language).value}
          onChange={pick}
        />
      </div>
    </SettingRow>
  )
}
