import { percentOf } from '@cairn/contract'
import type { ReactNode } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { ProgressRing } from '#ui/feedback/progress.tsx'
import { StateIcon } from '#ui/icons/state-icon.tsx'
import { Avatar, NoAvatar } from '#ui/people/avatar.tsx'
import { Dot } from '#ui/people/badge.tsx'
import { groupedNumber } from '#ui/platform/number.ts'
import { classNames } from '#ui/theme/class-names.ts'
import type { Share, ShareKind } from './shares.ts'

interface ShareListProps {
  kind: ShareKind
  shares: readonly Share[] | undefined
  /** Wraps a row in a link to its items; otherwise rows are plain. */
  rowAs?: (share: Share, children: ReactNode, look: string) => ReactNode
  isChosen?: (share: Share) => boolean
}

const rowLook = 'flex h-8 w-full items-center gap-2 rounded-md px-2 max-md:h-11'

/** Name, a ring, and "56% of 9". */
export function ShareList({ kind, shares, rowAs, isChosen }: ShareListProps) {
  const { t } = useTranslation()
  if (shares?.length === 0) {
    return <p className="px-2 py-3 text-ink-2">{t(`progress.no_${kind}`)}</p>
  }
  return (
    <ul className="flex flex-col">
      {shares?.map((share) => {
        const chosen = isChosen?.(share) ?? false
        const face = <ShareFace kind={kind} share={share} />
        const look = classNames(rowLook, 'hit text-left hover:bg-hover', chosen && 'bg-selected')
        return (
          <li key={share.filter.value}>
            {rowAs ? rowAs(share, face, look) : <span className={rowLook}>{face}</span>}
          </li>
        )
      })}
    </ul>
  )
}

function ShareFace({ kind, share }: { kind: ShareKind; share: Share }) {
  const { t } = useTranslation()
  const { done, total, group } = share
  const name = group
    ? t(`progress.groups.${group}`)
    : (share.name ?? t(kind === 'labels' ? 'progress.no_label' : 'progress.no_assignee'))
  const percent = percentOf(done, total)
  const count = groupedNumber(total)
  return (
    <>
      <span className="grid size-5 shrink-0 place-items-center">
        <Picture kind={kind} share={share} />
      </span>
      <span className="min-w-0 grow truncate">{name}</span>
      <span aria-hidden className="shrink-0">
        <ProgressRing share={total > 0 ? done / total : 0} label={name} />
      </span>
      <span className="w-18 shrink-0 text-right text-small text-ink-2 tabular-nums">
        {t('progress.share', { percent, count })}
      </span>
    </>
  )
}

function Picture({ kind, share }: { kind: ShareKind; share: Share }) {
  const { name, photo, filter, group, colour } = share
  if (group) return <StateIcon group={group} />
  if (kind === 'labels') return <Dot colour={colour || 'var(--ink-3)'} />
  if (!name) return <NoAvatar size={20} label="" />
  return <Avatar person={{ id: filter.value, name, photo }} size={20} tooltip={false} />
}
