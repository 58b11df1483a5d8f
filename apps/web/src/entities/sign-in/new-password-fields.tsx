import { type ReactNode, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Input } from '#ui/controls/input.tsx'
import { StrengthMeter } from './strength-meter.tsx'
import { useStrength } from './use-strength.ts'

interface NewPassword {
  password: string
  confirmation: string
  isStrong: boolean
  isReady: boolean
  fields: (options?: { autoFocus?: boolean; error?: ReactNode }) => ReactNode
}

/** A new password entered twice, with its strength, and the state the form needs. */
export function useNewPassword(label?: string, isOptional = false): NewPassword {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const [focused, setFocused] = useState<'password' | 'confirmation'>()
  const [seen, setSeen] = useState(false)
  const strength = useStrength(password)
  const isStrong = strength === 'strong'
  const differs = confirmation !== '' && confirmation !== password
  // Not while it is still being typed.
  const showsMismatch =
    differs && (focused !== 'confirmation' || confirmation.length >= password.length)
  // Stays once shown: a form that changes its height moves its buttons away under the pointer.
  const metered = password !== '' || (seen && !isOptional)

  return {
    password,
    confirmation,
    isStrong,
    // Before the dictionaries are loaded, a password must not be reported as weak.
    isReady: password !== '' && confirmation === password && strength !== 'unknown',
    fields: ({ autoFocus = false, error } = {}) => (
      <>
        <div>
          <Input
            size="lg"
            type="password"
            name="password"
            label={label ?? t('auth.set_password')}
            placeholder={t('auth.enter_password')}
            autoComplete="new-password"
            required={!isOptional}
            autoFocus={autoFocus}
            error={error}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            onFocus={() => {
              setFocused('password')
              setSeen(true)
            }}
            onBlur={() => setFocused(undefined)}
          />
          {metered && <StrengthMeter strength={strength} />}
        </div>
        <Input
          size="lg"
          type="password"
          name="confirm_password"
          label={t(isOptional ? 'auth.confirm_password_optional' : 'auth.confirm_password')}
          placeholder={t('auth.enter_password_again')}
          autoComplete="new-password"
          required={!isOptional}
          error={showsMismatch ? t('auth.passwords_differ') : undefined}
          value={confirmation}
          onChange={(event) => setConfirmation(event.target.value)}
          onFocus={() => setFocused('confirmation')}
          onBlur={() => setFocused(undefined)}
        />
      </>
    ),
  }
}
