import type { InstanceSettingsPatch, SettingKey } from '@cairn/contract'
import { useState } from 'react'
import { type SettingValues, useSaveSettings, useSettings } from './hooks.ts'

export interface SettingsDraft {
  value: (key: SettingKey) => string
  set: (patch: InstanceSettingsPatch) => void
  /** Returns to the stored value. */
  reset: (key: SettingKey) => void
  isStored: (key: SettingKey) => boolean
  isTyped: (key: SettingKey) => boolean
  isRequired: (key: SettingKey) => boolean
  isChanged: boolean
  /** All required values are set. */
  isComplete: boolean
  isSaving: boolean
  save: (then: { onSuccess: () => void; onError: (error: Error) => void }) => void
}

function changesIn(typed: InstanceSettingsPatch, stored: SettingValues): InstanceSettingsPatch {
  const changed = Object.entries(typed).filter(
    ([key, value]) => stored[key as SettingKey] !== value,
  )
  return Object.fromEntries(changed)
}

/** Typed but unsaved values, over those of the server; undefined while loading. */
export function useSettingsDraft(required: readonly SettingKey[]): SettingsDraft | undefined {
  const stored = useSettings()
  const [typed, setTyped] = useState<InstanceSettingsPatch>({})
  const { mutate, isPending } = useSaveSettings()
  if (!stored) return undefined

  const value = (key: SettingKey) => typed[key] ?? stored[key]
  const changes = changesIn(typed, stored)
  return {
    value,
    set: (patch) => setTyped((before) => ({ ...before, ...patch })),
    reset: (key) => setTyped(({ [key]: _, ...others }) => others),
    isStored: (key) => stored[key] !== '',
    isTyped: (key) => typed[key] !== undefined,
    isRequired: (key) => required.includes(key),
    isChanged: Object.keys(changes).length > 0,
    isComplete: required.every((key) => value(key).trim() !== ''),
    isSaving: isPending,
    save: ({ onSuccess, onError }) =>
      mutate(changes, {
        onSuccess: () => {
          setTyped({})
          onSuccess()
        },
        onError,
      }),
  }
}
