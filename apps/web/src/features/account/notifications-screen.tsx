import { useId } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useChangePreferences, usePreferences } from '#entities/account/change-hooks.ts'
import { SettingRow } from '#ui/controls/field.tsx'
import { SettingsPage, SettingsSection } from '#ui/controls/form-layout.tsx'
import { Switch } from '#ui/controls/switch.tsx'
import { SkeletonGroup } from '#ui/feedback/skeleton.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { PushSection } from './push-section.tsx'
import { SwitchSkeleton } from './switch-skeleton.tsx'

const switches = [
  'property_change',
  'state_change',
  'issue_completed',
  'comment',
  'mention',
] as const

export function NotificationsScreen() {
  const { t } = useTranslation()
  const id = useId()
  const preferences = usePreferences()
  const change = useChangePreferences()
  usePageTitle(t('account.mail.page_title'))

  const turn = (one: (typeof switches)[number], on: boolean) =>
    change.mutate(
      { [one]: on },
      {
        onSuccess: () => toast({ kind: 'success', title: t('account.mail.saved') }),
      },
    )

  return (
    <SettingsPage title={t('account.nav.notifications')}>
      <section aria-label={t('account.mail.title')}>
        <SettingsSection title={t('account.mail.title')} description={t('account.mail.text')}>
          {preferences ? (
            switches.map((one) => {
              // Part of the one above it.
              const look = one === 'issue_completed' ? 'block pl-6' : undefined
              return (
                <SettingRow
                  key={one}
                  htmlFor={id + one}
                  label={<span className={look}>{t(`account.mail.${one}`)}</span>}
                  hint={<span className={look}>{t(`account.mail.${one}_hint`)}</span>}
                >
                  <Switch
                    id={id + one}
                    checked={preferences[one]}
                    onChange={(on) => turn(one, on)}
                  />
                </SettingRow>
              )
            })
          ) : (
            <SkeletonGroup>
              {switches.map((one) => (
                <SwitchSkeleton key={one} />
              ))}
            </SkeletonGroup>
          )}
        </SettingsSection>
      </section>
      <section aria-label={t('push.title')}>
        <PushSection />
      </section>
    </SettingsPage>
  )
}
