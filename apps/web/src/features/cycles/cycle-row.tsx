import { type Cycle, donePercent, isTransferred, openItems, type Project } from '@cairn/contract'
import { Check, Ellipsis, Eye } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { FavoriteStar } from '#entities/favorite/favorite-star.tsx'
import { SyncTagOf } from '#entities/frame/sync-tag.tsx'
import { isWritable } from '#entities/project/hooks.ts'
import { usePeople } from '#entities/workspace/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { ProgressRing } from '#ui/feedback/progress.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { type Step, useSortable } from '#ui/lists/sortable.ts'
import { moveEntries, SortableHandle } from '#ui/lists/sortable-menu.tsx'
import { DropMark, sortableLook } from '#ui/lists/sortable-parts.tsx'
import { ContextMenu } from '#ui/overlays/context-menu.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { Avatar } from '#ui/people/avatar.tsx'
import { AvatarGroup } from '#ui/people/avatar-group.tsx'
import { Chip } from '#ui/people/badge.tsx'
import { counted } from '#ui/platform/number.ts'
import { Link } from '#ui/router/link.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import { CycleDays, offsetOf } from './cycle-days.tsx'
import { statusNow } from './cycle-status.tsx'
import type { useCycleMenu } from './use-cycle-menu.ts'

interface CycleRowProps {
  slug: string
  project: Project
  cycle: Cycle
  menu: ReturnType<typeof useCycleMenu>
  peeked: boolean
  onPeek: (id: string) => void
  onTransfer?: (cycle: Cycle) => void
  /** Manual sorting; undefined: not possible. */
  moving?: CycleMoving | undefined
}

export interface CycleMoving {
  section: string
  steps: readonly ('up' | 'down')[]
  onStep: (step: Step) => void
  /** Another cycle is dropped at this one. */
  onDrop: (moved: string, edge: 'before' | 'after') => void
}

/** Covers the whole row, below its other controls. */
const nameLook =
  'focus-inset block min-w-0 truncate rounded-xs font-medium before:absolute before:inset-0 max-md:text-[15px]'

export function CycleRow(props: CycleRowProps) {
  const { slug, project, cycle, menu, peeked, onPeek, onTransfer, moving } = props
  const { t } = useTranslation()
  const people = usePeople(slug)
  const { id, name, archived_at, total_issues } = cycle
  const status = statusNow(cycle)
  const owner = people.get(cycle.owned_by_id ?? '')
  const members = cycle.assignee_ids.flatMap((one) => people.get(one) ?? [])
  const open = openItems(cycle)
  const transfers =
    status === 'COMPLETED' && open > 0 && !archived_at && !isTransferred(cycle) && onTransfer
  const { itemProps, handleProps, dragging, drop } = useSortable({
    ...{ kind: `cycle ${moving?.section}`, id, name, enabled: moving !== undefined },
    steps: moving?.steps ?? [],
    onStep: (step) => moving?.onStep(step),
    onDrop: (moved, edge) => edge !== 'inside' && moving?.onDrop(moved, edge),
  })
  const entries = () => [...(moving ? moveEntries(handleProps) : []), ...menu.entries(cycle)]
  return (
    <li>
      <ContextMenu items={entries}>
        <div
          {...itemProps}
          className={classNames(
            sortableLook(dragging, drop),
            'group/cycle flex min-h-11 items-center gap-x-3 gap-y-1 border-b border-line-subtle py-1.5 pr-3 pl-4 hover:bg-hover hover:[--row-bg:var(--hover)] max-md:flex-wrap',
            peeked && 'bg-selected shadow-[inset_2px_0_0_var(--accent)]',
          )}
        >
          <DropMark drop={drop} />
          <div className="flex min-w-0 grow items-center gap-2.5 max-md:w-full">
            {moving && <SortableHandle {...handleProps} className="relative z-1 -ml-2" />}
            <Ring cycle={cycle} />
            <Tooltip label={name}>
              {archived_at ? (
                <button
                  type="button"
                  className={`${nameLook} text-left`}
                  onClick={() => onPeek(id)}
                >
                  {name}
                </button>
              ) : (
                <Link
                  to="/$slug/projects/$projectId/cycles/$cycleId/"
                  params={{ slug, projectId: cycle.project_id, cycleId: id }}
                  className={nameLook}
                >
                  {name}
                </Link>
              )}
            </Tooltip>
            <SyncTagOf id={id} />
            <IconButton
              size="sm"
              iconSize={14}
              icon={Eye}
              label={t('cycles.details_of', { name })}
              className="relative z-1 until-hover group-focus-within/cycle:opacity-100 group-hover/cycle:opacity-100"
              onClick={() => onPeek(id)}
            />
          </div>
          <div className="relative z-1 flex shrink-0 items-center gap-2.5 max-md:w-full max-md:pl-7.5">
            {(status === 'UPCOMING' || status === 'DRAFT') && (
              <span className="text-right text-small text-ink-2 tabular-nums md:w-24">
                {t('cycles.item_count', counted(total_issues))}
              </span>
            )}
            {transfers && isWritable(project) && (
              <Button size="sm" onClick={() => transfers(cycle)}>
                {t('cycles.transfer_count', counted(open))}
              </Button>
            )}
            <span className="flex justify-end md:min-w-36">
              <CycleDays cycle={cycle} />
            </span>
            {status === 'CURRENT' && project.timezone !== 'UTC' && <Chip>{offsetOf(cycle)}</Chip>}
            <span className="grid w-5 place-items-center max-md:hidden">
              {owner && <Avatar person={owner} size={20} />}
            </span>
            <Tooltip label={t('cycles.member_count', { count: members.length })}>
              <span className="flex w-15 justify-end">
                <AvatarGroup people={members} tooltip={false} />
              </span>
            </Tooltip>
            <span className="flex w-13 items-center justify-end max-md:ml-auto">
              {!archived_at && (
                <FavoriteStar
                  size="sm"
                  name={name}
                  marked={menu.isFavorite(cycle)}
                  onToggle={() => menu.toggleFavorite(cycle)}
                />
              )}
              <Menu
                align="end"
                trigger={
                  <IconButton size="sm" icon={Ellipsis} label={t('cycles.actions_of', { name })} />
                }
                items={entries()}
              />
            </span>
          </div>
        </div>
      </ContextMenu>
    </li>
  )
}

/** The progress; a check when all is done, a mark if it ended before. */
function Ring({ cycle }: { cycle: Cycle }) {
  const { t } = useTranslation()
  const percent = donePercent(cycle)
  if (percent === 100) {
    return (
      <span className="grid size-5 shrink-0 place-items-center rounded-full bg-success text-on-accent">
        <Icon of={Check} size={12} />
        <span className="sr-only">{t('cycles.all_done')}</span>
      </span>
    )
  }
  const unfinished = statusNow(cycle) === 'COMPLETED' && openItems(cycle) > 0
  const label = t('cycles.progress_of', { name: cycle.name })
  return (
    <Tooltip label={unfinished ? t('cycles.ended_unfinished', { percent }) : `${percent}%`}>
      <span className="relative grid size-5 shrink-0 place-items-center">
        <ProgressRing share={percent / 100} label={label} size={20} />
        {unfinished && (
          <span aria-hidden className="absolute text-[10px] font-semibold text-warning-ink">
            !
          </span>
        )}
      </span>
    </Tooltip>
  )
}
