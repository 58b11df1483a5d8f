import { type PushPreferences, type PushPreferencesPatch, pushKinds } from '@cairn/contract'
import { type FocusEvent, useId, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useMe } from '#entities/account/hooks.ts'
import { pushObstacle } from '#entities/push/this-device.ts'
import { Button } from '#ui/controls/button.tsx'
import { SettingRow } from '#ui/controls/field.tsx'
import { SettingsSection } from '#ui/controls/form-layout.tsx'
import { Input } from '#ui/controls/input.tsx'
import { Switch } from '#ui/controls/switch.tsx'
import { SkeletonGroup } from '#ui/feedback/skeleton.tsx'
import { PushDevices } from './push-devices.tsx'
import {
  useChangePushPreferences,
  usePushDevices,
  usePushPreferences,
  useRemoveDevice,
  useTestDevice,
  useTurnOnPush,
} from './push-hooks.ts'
import { SwitchSkeleton } from './switch-skeleton.tsx'

/** Turns push on for this device; kinds, quiet hours and the list of devices. */
export function PushSection() {
  const { t } = useTranslation()
  const { devices, own } = usePushDevices()
  const preferences = usePushPreferences()
  const change = useChangePushPreferences()
  const remove = useRemoveDevice()
  if (!devices || !preferences) {
    return (
      <SettingsSection title={t('push.title')} description={t('push.text')}>
        <SkeletonGroup>
          <SwitchSkeleton />
        </SkeletonGroup>
      </SettingsSection>
    )
  }
  return (
    <>
      <SettingsSection title={t('push.title')} description={t('push.text')}>
        <ThisDevice />
      </SettingsSection>
      <SettingsSection title={t('push.kinds')}>
        <Kinds preferences={preferences} onChange={change.mutate} />
        <QuietHours preferences={preferences} onChange={change.mutate} />
      </SettingsSection>
      {devices.length > 0 && (
        <SettingsSection title={t('push.devices')} description={t('push.devices_text')}>
          <PushDevices devices={devices} own={own} onRemove={remove} />
        </SettingsSection>
      )}
    </>
  )
}

function ThisDevice() {
  const { t } = useTranslation()
  const id = useId()
  const { id: me } = useMe()
  const { own } = usePushDevices()
  const turnOn = useTurnOnPush()
  const remove = useRemoveDevice()
  const test = useTestDevice()
  const obstacle = pushObstacle()
  return (
    <SettingRow
      htmlFor={id}
      label={t('push.on_device')}
      hint={obstacle ? t(`push.${obstacle}`) : t('push.on_device_hint')}
    >
      {own && (
        <Button size="sm" disabled={test.isPending} onClick={() => test.mutate(own)}>
          {t('push.test')}
        </Button>
      )}
      <Switch
        id={id}
        checked={own !== undefined || turnOn.isPending}
        disabled={obstacle !== undefined || turnOn.isPending}
        onChange={(on) => (on ? turnOn.mutate(me) : own && remove(own))}
      />
    </SettingRow>
  )
}

interface ChoiceProps {
  preferences: PushPreferences
  onChange: (patch: PushPreferencesPatch) => void
}

function Kinds({ preferences, onChange }: ChoiceProps) {
  const { t } = useTranslation()
  const id = useId()
  return pushKinds.map((kind) => {
    // Indented: part of the kind above.
    const look = kind === 'issue_completed' ? 'block pl-6' : undefined
    return (
      <SettingRow
        key={kind}
        htmlFor={id + kind}
        label={<span className={look}>{t(`push.${kind}`)}</span>}
        hint={<span className={look}>{t(`push.${kind}_hint`)}</span>}
      >
        <Switch
          id={id + kind}
          checked={preferences[kind]}
          onChange={(on) => onChange({ [kind]: on })}
        />
      </SettingRow>
    )
  })
}

const atNight = { quiet_from: '22:00', quiet_to: '07:00' }
const never = { quiet_from: null, quiet_to: null }

function QuietHours({ preferences, onChange }: ChoiceProps) {
  const { t } = useTranslation()
  const id = useId()
  const { user_timezone: zone } = useMe()
  const { quiet_from, quiet_to } = preferences
  const [typed, setTyped] = useState<{ from?: string; to?: string }>({})
  const from = typed.from ?? quiet_from ?? ''
  const to = typed.to ?? quiet_to ?? ''
  const isSame = from !== '' && from === to

  // Saved together when the focus leaves both fields. An incomplete time is empty, and not saved.
  function leave({ currentTarget, relatedTarget }: FocusEvent) {
    if (currentTarget.contains(relatedTarget) || isSame) return
    setTyped({})
    if (from && to && (from !== quiet_from || to !== quiet_to)) {
      onChange({ quiet_from: from, quiet_to: to })
    }
  }

  return (
    <>
      <SettingRow htmlFor={id} label={t('push.quiet')} hint={t('push.quiet_hint', { zone })}>
        <Switch
          id={id}
          checked={quiet_from !== null}
          onChange={(on) => onChange(on ? atNight : never)}
        />
      </SettingRow>
      {quiet_from !== null && (
        <fieldset
          aria-label={t('push.quiet')}
          className="grid max-w-80 grid-cols-2 items-start gap-4 pb-3"
          onBlur={leave}
        >
          <Input
            type="time"
            label={t('push.quiet_from')}
            value={from}
            onChange={(event) => setTyped({ ...typed, from: event.target.value })}
          />
          <Input
            type="time"
            label={t('push.quiet_to')}
            value={to}
            error={isSame && t('push.quiet_same')}
            onChange={(event) => setTyped({ ...typed, to: event.target.value })}
          />
        </fieldset>
      )}
    </>
  )
}
