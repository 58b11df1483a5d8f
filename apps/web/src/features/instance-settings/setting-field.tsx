import type { SettingKey } from '@cairn/contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Input } from '#ui/input.tsx'
import type { SettingsDraft } from './use-settings-draft.ts'

interface SettingFieldProps {
  draft: SettingsDraft
  setting: SettingKey
  label: string
  hint?: ReactNode
  placeholder?: string
  /** Shown as dots; what is typed is kept to the letter. */
  secret?: boolean
  inputMode?: 'numeric' | 'email' | 'url'
  /** What is wrong with a value that is there. */
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

  function handleBlur() {
    setLeft(true)
    if (!secret && value !== value.trim()) draft.set({ [setting]: value.trim() })
  }

  return (
    <Input
      type={secret ? 'password' : 'text'}
      label={label}
      hint={hint}
      placeholder={placeholder}
      required={isRequired}
      inputMode={inputMode}
      // These are the instance's secrets, not this person's: a password manager has no part in them.
      autoComplete={secret ? 'new-password' : 'off'}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={4000}
      value={value}
      onChange={(event) => draft.set({ [setting]: event.target.value })}
      onBlur={handleBlur}
      error={left ? (missing ?? problem) : undefined}
    />
  )
}
