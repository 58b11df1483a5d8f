import { useTranslation } from '#data/i18n.ts'
import { Select } from '#ui/controls/select.tsx'

const NONE = 'none'

interface HeirSelectProps {
  label: string
  hideLabel?: boolean
  options: readonly { id: string; text: string }[]
  value: string | null
  onChange: (id: string | null) => void
}

/** One of the remaining values, or none. */
export function HeirSelect({ label, hideLabel = true, options, value, onChange }: HeirSelectProps) {
  const { t } = useTranslation()
  return (
    <Select
      label={label}
      hideLabel={hideLabel}
      options={[
        { value: NONE, label: t('estimates.none') },
        ...options.map(({ id, text }) => ({ value: id, label: text })),
      ]}
      value={value ?? NONE}
      onChange={(next) => onChange(next === NONE ? null : next)}
    />
  )
}
