import { projectSortOrder } from '@cairn/contract'
import { Pin, PinOff } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { SidebarItem } from '#ui/layout/sidebar-item.tsx'
import { useIsAt } from '#ui/layout/sidebar-link.ts'
import { type Step, useSortable } from '#ui/lists/sortable.ts'
import { SortableHandle } from '#ui/lists/sortable-menu.tsx'
import { DropMark, sortableLook } from '#ui/lists/sortable-parts.tsx'
import { Link } from '#ui/router/link.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import { type PinnableEntry, usePinnable } from './hooks.ts'
import { useChangePreference } from './use-change-preference.ts'

interface MorePanelProps {
  slug: string
  trigger: RefObject<HTMLButtonElement | null>
  /** In the drawer of small screens it opens in place. */
  inPlace?: boolean
  /** Opened just now, not restored on load: only then it takes the focus. */
  takesFocus: boolean
  onClose: () => void
}

/** All navigation entries: to open, pin and reorder them. */
export default function MorePanel(props: MorePanelProps) {
  const { slug, trigger, inPlace = false, takesFocus, onClose } = props
  const { t } = useTranslation()
  const entries = usePinnable(slug)
  const panel = useRef<HTMLElement>(null)

  useEffect(() => {
    if (takesFocus) panel.current?.querySelector('a')?.focus()
  }, [takesFocus])
  useOutsidePress([panel, trigger], inPlace ? undefined : onClose)

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || inPlace) return
    event.stopPropagation()
    onClose()
    trigger.current?.focus()
  }

  if (entries.length === 0) return null
  return (
    <section
      ref={panel}
      aria-label={t('navigation.title')}
      onKeyDown={handleKeyDown}
      className={classNames(
        inPlace
          ? 'mx-2 mt-1 rounded-md border border-line p-1'
          : // The shadow falls on the page, not on the sidebar.
            'absolute inset-y-0 left-full z-(--z-sidebar) w-75 border-r border-line bg-canvas px-2 py-3 shadow-lift-2 [clip-path:inset(0_-32px_0_0)] transition-[opacity,translate] duration-(--time-fast) starting:-translate-x-2 starting:opacity-0',
      )}
    >
      {!inPlace && (
        <>
          <h2 className="px-2 font-semibold">{t('navigation.title')}</h2>
          <p className="mb-3 px-2 text-small text-ink-2">{t('navigation.explained')}</p>
        </>
      )}
      <ul className="flex flex-col gap-px">
        {entries.map((entry, index) => (
          <EntryRow
            key={entry.key}
            slug={slug}
            entries={entries}
            index={index}
            onFollow={inPlace ? undefined : onClose}
          />
        ))}
      </ul>
    </section>
  )
}

interface EntryRowProps {
  slug: string
  entries: readonly PinnableEntry[]
  index: number
  onFollow?: () => void
}

function EntryRow({ slug, entries, index, onFollow }: EntryRowProps) {
  const { t } = useTranslation()
  const isAt = useIsAt()
  const change = useChangePreference(slug)
  const { key, icon, path, address, is_pinned } = entries[index] as PinnableEntry
  const name = t(`navigation.screens.${key}`)

  /** Before the entry at this index of the others, or to the end. */
  function move(moved: PinnableEntry['key'], place: number) {
    const others = entries.filter((entry) => entry.key !== moved)
    const sort_order = projectSortOrder(others[place - 1]?.sort_order, others[place]?.sort_order)
    change.mutate({ key: moved, sort_order })
  }

  const steps: Step[] = []
  if (index > 0) steps.push('up')
  if (index < entries.length - 1) steps.push('down')
  const { itemProps, handleProps, dragging, drop } = useSortable({
    kind: 'navigation',
    id: key,
    name,
    onDrop: (dragged, place) => {
      const others = entries.filter((entry) => entry.key !== dragged)
      const at = others.findIndex((entry) => entry.key === key)
      move(dragged as PinnableEntry['key'], place === 'before' ? at : at + 1)
    },
    steps,
    onStep: (step) => move(key, step === 'up' ? index - 1 : index + 1),
  })

  return (
    <li
      {...itemProps}
      className={classNames(sortableLook(dragging, drop), 'flex items-center gap-0.5 rounded-md')}
    >
      {steps.length > 0 && <SortableHandle {...handleProps} />}
      <div className="min-w-0 grow">
        <SidebarItem
          icon={icon}
          label={name}
          current={isAt(path)}
          as={<Link to={address} draggable={false} onClick={onFollow} />}
        />
      </div>
      <IconButton
        size="sm"
        icon={is_pinned ? PinOff : Pin}
        label={t(is_pinned ? 'navigation.unpin' : 'navigation.pin', { name })}
        pressed={is_pinned}
        onClick={() => change.mutate({ key, is_pinned: !is_pinned })}
      />
      <DropMark drop={drop} />
    </li>
  )
}

/**
 * Only presses on the page itself: overlays such as our menus count as neither inside nor outside.
 */
function useOutsidePress(
  inside: readonly RefObject<HTMLElement | null>[],
  onPress: (() => void) | undefined,
) {
  const latest = useRef({ inside, onPress })
  useEffect(() => {
    latest.current = { inside, onPress }
  })
  useEffect(() => {
    function handlePress({ target }: PointerEvent) {
      const { inside: parts, onPress: action } = latest.current
      if (!(target instanceof Element) || !document.getElementById('root')?.contains(target)) return
      if (!parts.some(({ current }) => current?.contains(target))) action?.()
    }
    addEventListener('pointerdown', handlePress)
    return () => removeEventListener('pointerdown', handlePress)
  }, [])
}
