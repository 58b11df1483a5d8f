import type { DeployBoard, PublicItemDetail } from '@cairn/contract'
import { Columns2, Link as LinkIcon, PanelRightClose } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { RichText } from '#entities/rich-text/rich-text.tsx'
import { stateIcon } from '#entities/state/state-picture.tsx'
import { isLate } from '#entities/work-item/due.ts'
import { useClickBeside, usePeekKeys } from '#entities/work-item/peek-keys.ts'
import { type PeekMode, peekModeIcons, peekModes } from '#entities/work-item/peek-modes.ts'
import { PeekOver } from '#entities/work-item/peek-over.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { longDate } from '#ui/dates/day.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { PriorityIcon } from '#ui/icons/priority-icon.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { Chip } from '#ui/people/badge.tsx'
import { Identifier } from '#ui/people/identifier.tsx'
import { copyText } from '#ui/platform/copy-text.ts'
import { lazy } from '#ui/platform/lazy.ts'
import { useSmallScreen } from '#ui/platform/use-small-screen.ts'
import { classNames } from '#ui/theme/class-names.ts'
import { changeSearch } from './change-search.ts'
import { type BoardWords, usePublicItem } from './hooks.ts'
import { ItemComments } from './item-comments.tsx'
import { ItemMarks } from './item-marks.tsx'
import { keyOf } from './item-parts.tsx'
import { useItemValues, ValueParts } from './item-values.tsx'
import { toPublicHtml } from './public-html.ts'

const ItemActivity = lazy(() => import('./item-activity.tsx'))

interface ItemPeekProps {
  id: string
  settings: DeployBoard
  words: BoardWords
}

/** An item of the board, read-only; votes, reactions and comments are below. */
export default function ItemPeek({ id, settings, words }: ItemPeekProps) {
  const { t } = useTranslation()
  const small = useSmallScreen()
  const [chosen, setMode] = useState<PeekMode>('side')
  const peek = useRef<HTMLElement>(null)
  const { data: item, error } = usePublicItem(words.anchor, id)
  const mode = small ? 'side' : chosen
  const name = item ? keyOf(words, item) : t('public_site.item')

  function close() {
    changeSearch(({ peekId: _closed, ...rest }) => rest)
    document.querySelector<HTMLElement>(`main [data-item="${id}"]`)?.focus()
  }

  async function copyLink() {
    const copied = await copyText(location.href)
    toast({
      kind: copied ? 'success' : 'error',
      title: t(copied ? 'public_site.link_copied' : 'public_site.link_not_copied'),
    })
  }

  usePeekKeys({ peek, onClose: close, onStep: () => undefined })
  useClickBeside(peek, mode === 'side' && !small, close)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every item it shows
  useEffect(() => {
    peek.current?.focus({ preventScroll: true })
  }, [id])

  const inside = (
    <>
      <header className="flex h-11 shrink-0 items-center gap-0.5 border-b border-line-subtle px-2 max-md:h-13">
        <IconButton icon={PanelRightClose} label={t('public_site.close_item')} onClick={close} />
        {!small && (
          <Menu
            trigger={<IconButton icon={Columns2} label={t('public_site.peek_mode')} />}
            items={peekModes.map((one) => ({
              label: t(`public_site.peek_modes.${one}`),
              icon: peekModeIcons[one],
              checked: mode === one,
              onSelect: () => setMode(one),
            }))}
          />
        )}
        <span className="ml-auto">
          <IconButton
            icon={LinkIcon}
            label={t('public_site.copy_link')}
            onClick={() => void copyLink()}
          />
        </span>
      </header>
      <div className="min-h-0 grow overflow-y-auto">
        {item ? (
          <Content key={id} item={item} settings={settings} words={words} />
        ) : error ? (
          <EmptyState picture="no-match" title={t('public_site.item_gone')}>
            {t('public_site.item_gone_text')}
          </EmptyState>
        ) : (
          <ContentSkeleton />
        )}
      </div>
    </>
  )

  if (mode !== 'side') {
    return (
      <PeekOver mode={mode} name={name} onClose={close} popup={peek}>
        {inside}
      </PeekOver>
    )
  }
  return (
    <section
      ref={peek}
      data-peek
      tabIndex={-1}
      aria-label={name}
      className={classNames(
        'focus-none z-(--z-peek) flex w-[clamp(480px,39vw,50vw)] shrink-0 flex-col border-l border-line bg-surface shadow-lift-2',
        'max-xl:absolute max-xl:inset-y-0 max-xl:right-0 max-md:fixed max-md:inset-0 max-md:w-auto',
      )}
    >
      {inside}
    </section>
  )
}

interface ContentProps {
  item: PublicItemDetail
  settings: DeployBoard
  words: BoardWords
}

function Content({ item, settings, words }: ContentProps) {
  const { anchor } = words
  return (
    <div className="mx-auto flex w-180 max-w-full flex-col gap-4 px-6 py-5 max-md:px-4">
      <div>
        <span className="text-small text-ink-3">
          <Identifier value={keyOf(words, item)} />
        </span>
        <h2 className="mt-1 text-heading font-semibold wrap-anywhere">{item.name}</h2>
      </div>
      <RichText html={toPublicHtml(item.description_html, anchor)} />
      <ItemMarks item={item} settings={settings} />
      <Properties item={item} words={words} />
      {settings.is_activity_enabled && (
        <Suspense>
          <ItemActivity anchor={anchor} id={item.id} />
        </Suspense>
      )}
      {settings.is_comments_enabled && <ItemComments id={item.id} settings={settings} />}
    </div>
  )
}

function Properties({ item, words }: Pick<ContentProps, 'item' | 'words'>) {
  const { t } = useTranslation()
  const state = words.states.find(({ id }) => id === item.state_id)
  const labels = item.label_ids.flatMap((id) => words.labels.get(id) ?? [])
  const values = useItemValues({ item, words })
  const { priority, target_date } = item
  return (
    <dl className="grid grid-cols-[128px_minmax(0,1fr)] gap-y-2 border-y border-line-subtle py-3">
      <Property name={t('public_site.filter.state')}>
        {state && (
          <>
            <Icon of={stateIcon(state, words.states)} />
            <span className="truncate">{state.name}</span>
          </>
        )}
      </Property>
      <Property name={t('public_site.filter.priority')}>
        <PriorityIcon priority={priority} />
        {t(`pickers.priorities.${priority}`)}
      </Property>
      {labels.length > 0 && (
        <Property name={t('public_site.filter.labels')}>
          {labels.map(({ id, name, color }) => (
            <Chip key={id} colour={color} className="max-w-60">
              {name}
            </Chip>
          ))}
        </Property>
      )}
      <Property name={t('public_site.due_date')}>
        {target_date ? (
          <span className={isLate(item) ? 'overdue' : undefined}>{longDate(target_date)}</span>
        ) : (
          <span className="text-ink-3">{t('public_site.empty')}</span>
        )}
      </Property>
      {values.map(({ property: { id, name }, parts }) => (
        <Property key={id} name={name}>
          <ValueParts parts={parts} />
        </Property>
      ))}
    </dl>
  )
}

function Property({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{name}</dt>
      <dd className="flex min-w-0 flex-wrap items-center gap-1.5">{children}</dd>
    </>
  )
}

const ContentSkeleton = () => (
  <SkeletonGroup>
    <div className="flex flex-col gap-4 px-6 py-5">
      <Skeleton width={72} />
      <Skeleton width="70%" height={16} />
      <Skeleton width="92%" />
      <Skeleton width="84%" />
      <Skeleton width="48%" />
    </div>
  </SkeletonGroup>
)
