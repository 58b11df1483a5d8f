import { MIN_PASSPHRASE } from '@cairn/contract'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { SECRET_IS_SET } from '#entities/instance-settings/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { Input } from '#ui/controls/input.tsx'

interface PassphraseFieldProps {
  isStored: boolean
  /** Null: it is to be removed; undefined: it stays as it is. */
  typed: string | null | undefined
  isShort: boolean
  onType: (passphrase: string | null) => void
  onReset: () => void
}

/** Empty: backups are not encrypted. A stored passphrase is never shown. */
export function PassphraseField({
  isStored,
  typed,
  isShort,
  onType,
  onReset,
}: PassphraseFieldProps) {
  const { t } = useTranslation()
  const [left, setLeft] = useState(false)
  const label = t('god_mode.backups.passphrase')
  const isUnchanged = isStored && typed === undefined

  return (
    <Input
      type="password"
      label={label}
      hint={
        isUnchanged
          ? t('god_mode.backups.passphrase_stored')
          : typed === null
            ? t('god_mode.backups.passphrase_removed')
            : t('god_mode.backups.passphrase_hint')
      }
      placeholder={isUnchanged ? SECRET_IS_SET : undefined}
      // The instance's secret, not the user's: password managers should ignore it.
      autoComplete="new-password"
      maxLength={1000}
      value={typed ?? ''}
      onChange={({ target }) => (target.value ? onType(target.value) : onReset())}
      onBlur={() => setLeft(true)}
      error={
        left && isShort
          ? t('god_mode.backups.passphrase_short', { least: MIN_PASSPHRASE })
          : undefined
      }
      after={
        isUnchanged && (
          <Button
            variant="ghost"
            size="sm"
            aria-label={t('god_mode.secret.remove_label', { label })}
            onClick={() => onType(null)}
          >
            {t('god_mode.secret.remove')}
          </Button>
        )
      }
    />
  )
}
