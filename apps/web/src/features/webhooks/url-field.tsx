import type { RefObject } from 'react'
import { ApiError } from '#data/api.ts'
import { t, useTranslation } from '#data/i18n.ts'
import { Input } from '#ui/controls/input.tsx'

const MAX = 1024

/** Why the server rejected this URL; undefined if it rejected something else. */
export function refusalOfUrl(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const isRefused = error.status === 409 || namesUrl(error.body)
  return isRefused ? (error.sentence ?? t('webhooks.url_refused')) : undefined
}

const namesUrl = (body: unknown) => typeof body === 'object' && body !== null && 'url' in body

interface UrlFieldProps {
  ref?: RefObject<HTMLInputElement | null>
  value: string
  /** Shown after an attempt to save. */
  error?: string
  onChange: (url: string) => void
}

export function UrlField({ ref, value, error, onChange }: UrlFieldProps) {
  const { t } = useTranslation()
  return (
    <Input
      ref={ref}
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
