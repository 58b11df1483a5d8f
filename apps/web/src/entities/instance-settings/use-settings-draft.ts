import type { InstanceSettingsPatch, SettingKey } from '@cairn/contract'
import { useState } from 'react'
import { type SettingValues, useSaveSettings, useSettings } from './hooks.ts'

export interface SettingsDraft {
  value: (key: SettingKey) => string
  set: (patch: InstanceSettingsPatch) => void
  /** What is stored stays. */
  reset: (key: SettingKey) => void
  isStored: (key: SettingKey) => boolean
  isTyped: (key: SettingKey) => boolean
  isRequired: (key: SettingKey) => boolean
  isChanged: boolean
  /** Everything required is there. */
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

/** What is typed and not saved yet, over what the server has; undefined while that is on its way. */
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
