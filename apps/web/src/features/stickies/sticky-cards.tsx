import { orderAmong, type Sticky } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx'
import { type Step, useSortable } from '#ui/lists/sortable.ts'
import { SortableHandle } from '#ui/lists/sortable-menu.tsx'
import { DropMark, sortableLook } from '#ui/lists/sortable-parts.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import { useChangeSticky } from './hooks.ts'
import { Masonry } from './masonry.tsx'
import { StickyCard, titleOf } from './sticky-card.tsx'
import type { Active } from './use-sticky-list.ts'

interface StickyCardsProps {
  slug: string
  stickies: readonly Sticky[]
  /** The note to edit. */
  active: Active | undefined
  /** On the board notes can be reordered. */
  sortable?: boolean
}

/** How often editing it was requested; 0 for never. */
const turnOf = ({ id }: Sticky, active: Active | undefined) => (active?.id === id ? active.turn : 0)

export function StickyCards({ slug, stickies, active, sortable = false }: StickyCardsProps) {
  const { t } = useTranslation()
  return (
    <Masonry label={t('stickies.yours')} wide={sortable ? 'board' : 'few'}>
      {stickies.map((sticky, index) => (
        <li key={sticky.id} className="min-w-0">
          {sortable ? (
            <Sortable slug={slug} stickies={stickies} index={index} active={active} />
          ) : (
            <div>
              <StickyCard slug={slug} sticky={sticky} turn={turnOf(sticky, active)} />
            </div>
          )}
        </li>
      ))}
    </Masonry>
  )
}

interface SortableProps extends Pick<StickyCardsProps, 'slug' | 'stickies' | 'active'> {
  index: number
}

function Sortable({ slug, stickies, index, active }: SortableProps) {
  const { t } = useTranslation()
  const { mutate: change } = useChangeSticky(slug)
  const sticky = stickies[index] as Sticky
  const { id } = sticky

  function move(moved: string, place: number) {
    const others = stickies.filter((one) => one.id !== moved)
    change({ id: moved, patch: { sort_order: orderAmong(others, place) } })
  }

  const steps: Step[] = []
  if (index > 0) steps.push('up')
  if (index < stickies.length - 1) steps.push('down')
  const { itemProps, handleProps, dragging, drop } = useSortable({
    kind: 'sticky',
    id,
    name: titleOf(sticky) ?? t('stickies.blank'),
    onDrop: (dragged, place) => {
      const others = stickies.filter((one) => one.id !== dragged)
      const at = others.findIndex((one) => one.id === id)
      move(dragged, place === 'before' ? at : at + 1)
    },
    steps,
    onStep: (step) => move(id, step === 'up' ? index - 1 : index + 1),
  })

  return (
    <div {...itemProps} className={classNames(sortableLook(dragging, drop), 'rounded-lg')}>
      <StickyCard
        slug={slug}
        sticky={sticky}
        turn={turnOf(sticky, active)}
        grip={stickies.length > 1 && <SortableHandle {...handleProps} />}
      />
      <DropMark drop={drop} />
    </div>
  )
}

export function StickySkeletons({ wide }: { wide?: boolean }) {
  return (
    <SkeletonGroup>
      <div
        className={classNames(
          'grid gap-3',
          wide ? 'grid-cols-2 md:grid-cols-4' : 'grid-cols-1 sm:grid-cols-3',
        )}
      >
        {['82%', '60%', '74%', '50%'].slice(0, wide ? 4 : 3).map((width) => (
          <div key={width} className="min-h-30 rounded-lg border border-line px-3.5 pt-4">
            <Skeleton width={width} />
            <Skeleton width="40%" className="mt-3" />
          </div>
        ))}
      </div>
    </SkeletonGroup>
  )
}
