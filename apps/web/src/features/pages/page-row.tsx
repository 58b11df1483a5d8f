import type { Label, ProjectPage } from '@cairn/contract'
import { ChevronRight, Ellipsis, Info } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { FavoriteStar } from '#entities/favorite/favorite-star.tsx'
import { useLabelList } from '#entities/label/hooks.ts'
import { usePeople } from '#entities/workspace/hooks.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { longDate } from '#ui/dates/day.ts'
import { dayOfMoment } from '#ui/dates/own-zone.ts'
import { moveEntries } from '#ui/lists/sortable-menu.tsx'
import { DropMark, sortableLook } from '#ui/lists/sortable-parts.tsx'
import { ContextMenu } from '#ui/overlays/context-menu.tsx'
import { Menu, type MenuEntry } from '#ui/overlays/menu.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { Avatar, type Person } from '#ui/people/avatar.tsx'
import { Chip } from '#ui/people/badge.tsx'
import { Link } from '#ui/router/link.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import { setBranchOpen } from './open-branches.ts'
import { pageAddress, pageName } from './page-address.ts'
import type { PageScope } from './page-list.ts'
import { pageLogo } from './page-logo.tsx'
import { AccessMark, LockedMark, Mark } from './page-marks.tsx'
import type { TreeRow } from './page-tree.ts'
import { labelsOf } from './use-looks-menu.tsx'
import type { usePageFavorite } from './use-page-favorite.ts'
import { usePageSorting } from './use-page-sorting.ts'

interface PageRowProps extends TreeRow {
  scope: PageScope
  /** All pages of the project. */
  pages: readonly ProjectPage[]
  /** Its ancestors, if the tree does not show them. */
  hint: string
  sorting: { enabled: boolean; isByHand: boolean }
  favorite: ReturnType<typeof usePageFavorite>
  menuOf: (page: ProjectPage, moves: MenuEntry[]) => MenuEntry[]
}

const INDENT = 22
/** Not a table: its rows have levels, and the links in them have the focus. */
const lineOf = (level: number, isOpen: boolean | undefined) => ({
  ...{ role: 'row', 'aria-level': level, 'aria-expanded': isOpen },
})
const cell = { role: 'gridcell' } as const

/** A row of the tree: all of it links to the page, except the controls at its ends. */
export function PageRow(props: PageRowProps) {
  const { scope, page, pages, level, isOpen, hint, sorting, favorite, menuOf } = props
  const { t } = useTranslation()
  const owner = usePeople(scope.slug).get(page.owned_by)
  const own = labelsOf(page, useLabelList(scope.slug, scope.project_id) ?? [])
  const name = pageName(page)
  const { itemProps, handleProps, dragging, drop } = usePageSorting({
    ...{ scope, page, pages, ...sorting },
  })
  const words = { in: t('pages.move_in'), out: t('pages.move_out') }
  const entries = () => menuOf(page, moveEntries({ ...handleProps, words }))
  return (
    <ContextMenu items={entries}>
      <div
        {...lineOf(level, isOpen)}
        data-branch={page.id}
        data-open={isOpen}
        data-level={level}
        {...itemProps}
        className={classNames(
          sortableLook(dragging, drop),
          'flex h-9 items-center gap-2 border-b border-line-subtle pr-3 pl-2 hover:bg-hover max-md:h-14',
        )}
      >
        <span
          {...cell}
          className="flex min-w-0 grow items-center gap-1"
          style={{ paddingLeft: (level - 1) * INDENT }}
        >
          {isOpen === undefined ? (
            <span className="w-6 shrink-0" />
          ) : (
            <IconButton
              size="sm"
              icon={ChevronRight}
              iconSize={14}
              label={t(isOpen ? 'pages.collapse' : 'pages.expand', { name })}
              onClick={() => setBranchOpen(page.id, !isOpen)}
              className={classNames('relative z-1', isOpen && '[&_svg]:rotate-90')}
            />
          )}
          <span className="mr-1 grid size-5 shrink-0 place-items-center text-ink-3">
            {pageLogo(page)}
          </span>
          <span className="flex min-w-0 grow items-baseline gap-2">
            <Link
              to={pageAddress(scope, page)}
              data-row=""
              draggable={false}
              className="focus-inset min-w-0 truncate rounded-sm font-medium before:absolute before:inset-0"
            >
              {name}
            </Link>
            {hint && (
              <span className="min-w-0 shrink-99 truncate text-small text-ink-3 max-md:hidden">
                {hint}
              </span>
            )}
          </span>
        </span>
        <span {...cell} className="relative z-1 flex shrink-0 items-center gap-2.5">
          <PageLabels labels={own} />
          {page.is_locked && <LockedMark />}
          <span className="grid w-5 place-items-center">{owner && <Owner person={owner} />}</span>
          <AccessMark page={page} />
          <span className="inline-flex max-md:hidden">
            <Mark
              icon={Info}
              label={t('pages.created_on', { date: longDate(dayOfMoment(page.created_at)) })}
            />
          </span>
          {favorite.isPossible(page) && (
            <FavoriteStar
              size="sm"
              name={name}
              marked={favorite.isMarked(page)}
              onToggle={() => favorite.toggle(page)}
            />
          )}
          <Menu
            align="end"
            trigger={<IconButton size="sm" icon={Ellipsis} label={t('pages.actions', { name })} />}
            items={entries()}
          />
        </span>
        {page.color && (
          <span
            aria-hidden
            className="absolute inset-y-1.5 left-0 w-0.75 rounded-r-full forced-color-adjust-none"
            style={{ background: page.color }}
          />
        )}
        <DropMark drop={drop} />
      </div>
    </ContextMenu>
  )
}

const SHOWN_LIMIT = 2

function PageLabels({ labels }: { labels: readonly Label[] }) {
  const rest = labels.slice(SHOWN_LIMIT)
  if (labels.length === 0) return null
  return (
    <span className="flex items-center gap-1 max-md:hidden">
      {labels.slice(0, SHOWN_LIMIT).map(({ id, name, color }) => (
        <Chip key={id} colour={color} className="max-w-32">
          <span className="truncate">{name}</span>
        </Chip>
      ))}
      {rest.length > 0 && (
        <Tooltip label={rest.map(({ name }) => name).join(', ')}>
          <span>
            <Chip>+{rest.length}</Chip>
          </span>
        </Tooltip>
      )}
    </span>
  )
}

function Owner({ person }: { person: Person }) {
  const { t } = useTranslation()
  return (
    <Mark
      icon={<Avatar person={person} size={20} tooltip={false} />}
      label={t('pages.owned_by', { name: person.name })}
    />
  )
}
