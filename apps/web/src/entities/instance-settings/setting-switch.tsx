import type { SettingKey } from '@cairn/contract'
import { Switch } from '#ui/controls/switch.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { type SettingValues, useSettings, useTurnSetting } from './hooks.ts'

interface SettingSwitchProps {
  setting: SettingKey
  /** Named by a label elsewhere that points to this id, or by `label`. */
  id?: string
  label?: string
  disabled?: boolean
  /** If the setting alone is not enough. */
  isOn?: (values: SettingValues) => boolean
  /** Says more than that it was saved. */
  onSaved?: (on: boolean) => void
}

/** A setting that is on or off, and applies at once. */
export function SettingSwitch({
  setting,
  id,
  label,
  disabled,
  isOn = (values) => values[setting] === '1',
  onSaved,
}: SettingSwitchProps) {
  const values = useSettings()
  const turn = useTurnSetting()
  if (!values) return <Skeleton width={28} height={16} />
  return (
    <Switch
      id={id}
      aria-label={label}
      disabled={disabled}
      checked={isOn(values)}
      onChange={(on) => turn({ key: setting, on }, onSaved && (() => onSaved(on)))}
    />
  )
}
