import { type ProjectPage, pageAccess } from '@cairn/contract'
import { Globe, Lock, LockKeyhole } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { Icon, type IconLike } from '#ui/icons/icon.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'

/** An icon with its meaning as a tooltip. */
export function Mark({ icon, label }: { icon: IconLike; label: string }) {
  return (
    <Tooltip label={label}>
      <span className="inline-flex text-ink-3">
        <Icon of={icon} size={14} />
        <span className="sr-only">{label}</span>
      </span>
    </Tooltip>
  )
}

export const accessIcon = ({ access }: Pick<ProjectPage, 'access'>) =>
  access === pageAccess.public ? Globe : Lock

export function AccessMark({ page }: { page: Pick<ProjectPage, 'access'> }) {
  const { t } = useTranslation()
  const isPublic = page.access === pageAccess.public
  return <Mark icon={accessIcon(page)} label={t(isPublic ? 'pages.public' : 'pages.private')} />
}

export function LockedMark() {
  const { t } = useTranslation()
  return <Mark icon={LockKeyhole} label={t('pages.locked')} />
}
