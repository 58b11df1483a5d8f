import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Input } from '#ui/input.tsx'
import { StrengthMeter } from './strength-meter.tsx'
import { useStrength } from './use-strength.ts'

interface NewPassword {
  password: string
  confirmation: string
  isStrong: boolean
  isReady: boolean
  fields: (options?: { autoFocus?: boolean; error?: ReactNode }) => ReactNode
}

/** A password chosen twice, with its strength; what the form needs to know comes with it. */
export function useNewPassword(): NewPassword {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const [focused, setFocused] = useState<'password' | 'confirmation'>()
  const strength = useStrength(password)
  const isStrong = strength === 'strong'
  const differs = confirmation !== '' && confirmation !== password
  // Not while it is still being typed.
  const told = differs && (focused !== 'confirmation' || confirmation.length >= password.length)
  const metered = focused === 'password' || (password !== '' && !isStrong)

  return {
    password,
    confirmation,
    isStrong,
    isReady: password !== '' && confirmation === password,
    fields: ({ autoFocus = false, error } = {}) => (
      <>
        <div>
          <Input
            size="lg"
            type="password"
            name="password"
            label={t('auth.set_password')}
            placeholder={t('auth.enter_password')}
            autoComplete="new-password"
            required
            autoFocus={autoFocus}
            error={error}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            onFocus={() => setFocused('password')}
            onBlur={() => setFocused(undefined)}
          />
          {metered && <StrengthMeter strength={strength} />}
        </div>
        <Input
          size="lg"
          type="password"
          name="confirm_password"
          label={t('auth.confirm_password')}
          placeholder={t('auth.enter_password_again')}
          autoComplete="new-password"
          required
          error={told ? t('auth.passwords_differ') : undefined}
          value={confirmation}
          onChange={(event) => setConfirmation(event.target.value)}
          onFocus={() => setFocused('confirmation')}
          onBlur={() => setFocused(undefined)}
        />
      </>
    ),
  }
}
