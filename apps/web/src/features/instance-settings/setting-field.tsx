import type { SettingKey } from '@cairn/contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { SECRET_IS_SET } from '#entities/instance-settings/hooks.ts'
import type { SettingsDraft } from '#entities/instance-settings/use-settings-draft.ts'
import { Button } from '#ui/controls/button.tsx'
import { Input } from '#ui/controls/input.tsx'

interface SettingFieldProps {
  draft: SettingsDraft
  setting: SettingKey
  label: string
  hint?: ReactNode
  placeholder?: string
  /** Masked while typed, stored unchanged, and never shown again. */
  secret?: boolean
  inputMode?: 'numeric' | 'email' | 'url'
  /** The problem with a value that is set. */
  problem?: string
}

export function SettingField({
  draft,
  setting,
  label,
  hint,
  placeholder,
  secret = false,
  inputMode,
  problem,
}: SettingFieldProps) {
  const { t } = useTranslation()
  const [left, setLeft] = useState(false)
  const value = draft.value(setting)
  const isRequired = draft.isRequired(setting)
  const missing = isRequired && !value.trim() ? t('god_mode.required', { label }) : undefined
  const isVerbatim = secret && draft.isStored(setting) && !draft.isTyped(setting)
  const isRemoved = secret && draft.isStored(setting) && draft.isTyped(setting) && value === ''

  function handleBlur() {
    setLeft(true)
    if (!secret && value !== value.trim()) draft.set({ [setting]: value.trim() })
  }

  function handleChange(typed: string) {
    if (secret && typed === '') draft.reset(setting)
    else draft.set({ [setting]: typed })
  }

  return (
    <Input
      type={secret ? 'password' : 'text'}
      label={label}
      hint={
        isVerbatim ? t('god_mode.secret.stored') : isRemoved ? t('god_mode.secret.removed') : hint
      }
      placeholder={isVerbatim ? SECRET_IS_SET : placeholder}
      required={isRequired}
      inputMode={inputMode}
      // These are the instance's secrets, not the user's: password managers should ignore them.
      autoComplete={secret ? 'new-password' : 'off'}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={4000}
      value={isVerbatim ? '' : value}
      onChange={(event) => handleChange(event.target.value)}
      onBlur={handleBlur}
      error={left ? (missing ?? problem) : undefined}
      after={
        isVerbatim &&
        !isRequired && (
          <Button
            variant="ghost"
            size="sm"
            aria-label={t('god_mode.secret.remove_label', { label })}
            onClick={() => draft.set({ [setting]: '' })}
          >
            {t('god_mode.secret.remove')}
          </Button>
        )
      }
    />
  )
}
