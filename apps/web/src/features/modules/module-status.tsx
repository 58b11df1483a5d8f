import { type ModuleStatus, moduleStatuses } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { Menu } from '#ui/overlays/menu.tsx'
import { Tag, type Tone } from '#ui/people/badge.tsx'

const tones: Record<ModuleStatus, Tone> = {
  backlog: 'neutral',
  planned: 'info',
  'in-progress': 'warning',
  paused: 'neutral',
  completed: 'success',
  cancelled: 'danger',
}

/** The same as a text color, for elements drawn in it. */
export const statusInks: Record<ModuleStatus, string> = {
  backlog: 'text-ink-3',
  planned: 'text-info',
  'in-progress': 'text-warning',
  paused: 'text-ink-3',
  completed: 'text-success',
  cancelled: 'text-danger',
}

interface ModuleStatusTagProps {
  status: ModuleStatus
  /** Set if it may be changed. */
  onChange?: ((status: ModuleStatus) => void) | undefined
}

export function ModuleStatusTag({ status, onChange }: ModuleStatusTagProps) {
  const { t } = useTranslation()
  const name = t(`modules.statuses.${status}`)
  if (!onChange) return <Tag tone={tones[status]}>{name}</Tag>
  return (
    <Menu
      align="end"
      trigger={
        <button
          type="button"
          aria-label={t('modules.status_is', { status: name })}
          className="hit inline-flex rounded-sm hover:brightness-95 aria-expanded:brightness-95"
        >
          <Tag tone={tones[status]}>{name}</Tag>
        </button>
      }
      items={moduleStatuses.map((one) => ({
        label: t(`modules.statuses.${one}`),
        checked: one === status,
        onSelect: () => one !== status && onChange(one),
      }))}
    />
  )
}
