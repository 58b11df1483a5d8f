import {
  type BackupSettings,
  type BackupSettingsPatch,
  MAX_RETAINED_BACKUPS,
  MIN_PASSPHRASE,
} from '@cairn/contract'
import { type FormEvent, useState } from 'react'
import { currentLanguage, useTranslation } from '#data/i18n.ts'
import { notifyFailure, sentenceOf } from '#data/notify-failure.ts'
import { isAboutField } from '#entities/instance/is-about-field.ts'
import { UnsavedChanges } from '#entities/instance/unsaved-changes.tsx'
import { Button } from '#ui/controls/button.tsx'
import { FormColumns, FormFields } from '#ui/controls/form-layout.tsx'
import { Input } from '#ui/controls/input.tsx'
import { RadioGroup } from '#ui/controls/radio-group.tsx'
import { Select } from '#ui/controls/select.tsx'
import { dateFormatter } from '#ui/dates/date-formatter.ts'
import { browsersZone } from '#ui/dates/own-zone.ts'
import { toast } from '#ui/feedback/toast.ts'
import { useChangeBackupSettings } from './hooks.ts'
import { PassphraseField } from './passphrase-field.tsx'

const weekdayLook = { weekday: 'long' } as const
const hourLook = { hour: 'numeric', minute: '2-digit' } as const

/** 1970-01-04 was a Sunday. */
const weekdayName = (weekday: number) =>
  dateFormatter(weekdayLook, currentLanguage(), 'UTC').format(Date.UTC(1970, 0, 4 + weekday))

const hourName = (hour: number) =>
  dateFormatter(hourLook, currentLanguage(), 'UTC').format(Date.UTC(1970, 0, 4, hour))

const numbersTo = (count: number) => Array.from({ length: count }, (_, number) => number)

type Typed = Omit<BackupSettingsPatch, 'is_enabled' | 'retained'> & { retained?: string }

const isCount = (text: string) =>
  /^[1-9]\d{0,2}$/.test(text) && Number(text) <= MAX_RETAINED_BACKUPS

function changesIn({ retained, ...typed }: Typed, stored: BackupSettings): BackupSettingsPatch {
  const all = { ...typed, ...(retained !== undefined && { retained: Number(retained) }) }
  const known = new Map<string, unknown>(Object.entries(stored))
  return Object.fromEntries(
    Object.entries(all).filter(([field, value]) => known.get(field) !== value),
  )
}

export function BackupForm({ settings }: { settings: BackupSettings }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<Typed>({})
  const change = useChangeBackupSettings()
  const set = (patch: Typed) => setTyped((before) => ({ ...before, ...patch }))
  const shown = { ...settings, ...typed }
  const retained = typed.retained ?? String(settings.retained)
  const changes = changesIn(typed, settings)
  const isChanged = Object.keys(changes).length > 0
  const isPassphraseShort = (typed.passphrase?.length ?? MIN_PASSPHRASE) < MIN_PASSPHRASE
  const isReady = isChanged && isCount(retained) && !isPassphraseShort
  const folderProblem = isAboutField(change.error, 'folder') ? sentenceOf(change.error) : undefined
  const zones = [...new Set(['UTC', browsersZone, shown.time_zone])]

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (!isReady || change.isPending) return
    change.mutate(changes, {
      onSuccess: () => {
        setTyped({})
        toast({ kind: 'success', title: t('god_mode.backups.saved') })
      },
      // At its field, it is seen when it is corrected.
      onError: (error) =>
        isAboutField(error, 'folder') || notifyFailure(t('god_mode.not_saved'), error),
    })
  }

  return (
    <form onSubmit={handleSubmit} noValidate>
      <FormFields>
        <FormColumns>
          <Select
            label={t('god_mode.backups.frequency')}
            options={(['daily', 'weekly'] as const).map((value) => ({
              value,
              label: t(`god_mode.backups.frequencies.${value}`),
            }))}
            value={shown.frequency}
            onChange={(frequency) => set({ frequency })}
          />
          {shown.frequency === 'weekly' && (
            <Select
              label={t('god_mode.backups.weekday')}
              options={numbersTo(7).map((value) => ({ value, label: weekdayName(value) }))}
              value={shown.weekday}
              onChange={(weekday) => set({ weekday })}
            />
          )}
          <Select
            label={t('god_mode.backups.hour')}
            options={numbersTo(24).map((value) => ({ value, label: hourName(value) }))}
            value={shown.hour}
            onChange={(hour) => set({ hour })}
          />
          <Select
            label={t('god_mode.backups.time_zone')}
            options={zones.map((value) => ({ value, label: value }))}
            value={shown.time_zone}
            onChange={(time_zone) => set({ time_zone })}
          />
        </FormColumns>
        {settings.has_bucket && (
          <RadioGroup
            label={t('god_mode.backups.destination')}
            options={(['folder', 'bucket'] as const).map((value) => ({
              value,
              label: t(`god_mode.backups.destinations.${value}`),
            }))}
            value={shown.destination}
            onChange={(destination) => set({ destination })}
          />
        )}
        {shown.destination === 'folder' && (
          <Input
            label={t('god_mode.backups.folder')}
            hint={t('god_mode.backups.folder_hint')}
            placeholder={settings.default_folder}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={1000}
            value={shown.folder}
            onChange={(event) => {
              set({ folder: event.target.value })
              change.reset()
            }}
            error={folderProblem}
          />
        )}
        <Input
          label={t('god_mode.backups.retained')}
          hint={t('god_mode.backups.retained_hint')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          value={retained}
          onChange={(event) => set({ retained: event.target.value })}
          error={
            isCount(retained)
              ? undefined
              : t('god_mode.backups.retained_wrong', { most: MAX_RETAINED_BACKUPS })
          }
        />
        <PassphraseField
          isStored={settings.has_passphrase}
          typed={typed.passphrase}
          isShort={isPassphraseShort}
          onType={(passphrase) => setTyped({ ...typed, passphrase })}
          onReset={() => setTyped(({ passphrase: _, ...others }) => others)}
        />
      </FormFields>
      <div className="mt-6">
        <Button type="submit" variant="primary" busy={change.isPending} disabled={!isReady}>
          {change.isPending ? t('god_mode.saving') : t('god_mode.save')}
        </Button>
      </div>
      <UnsavedChanges when={isChanged && !change.isPending} />
    </form>
  )
}
