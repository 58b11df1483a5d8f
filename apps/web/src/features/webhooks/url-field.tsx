import type { RefObject } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Input } from '#ui/controls/input.tsx'

const MAX = 1024

interface UrlFieldProps {
  ref?: RefObject<HTMLInputElement | null>
  value: string
  /** Said since somebody tried to save. */
  error?: string
  onChange: (url: string) => void
}

export function UrlField({ ref, value, error, onChange }: UrlFieldProps) {
  const { t } = useTranslation()
  return (
    <Input
      ref={ref}
      size="lg"
      type="url"
      label={t('webhooks.url')}
      placeholder={t('webhooks.url_example')}
      autoComplete="off"
      spellCheck={false}
      maxLength={MAX}
      required
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
