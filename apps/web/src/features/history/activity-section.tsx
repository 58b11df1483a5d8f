import { ArrowUpDown, ListFilter } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { useLabels } from '#entities/label/hooks.ts'
import { useStates } from '#entities/state/hooks.ts'
import { useLinkedComment } from '#entities/work-item/comment-address.ts'
import { placeOf, useItemPage } from '#entities/work-item/item-context.ts'
import { useProperties } from '#entities/work-item-type/property-hooks.ts'
import { usePeople } from '#entities/workspace/hooks.ts'
import {
  CommentBox,
  CommentThread,
  type Thread,
  threadsOf,
  useComments,
} from '#features/comments/index.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { useStored } from '#ui/platform/stored.ts'
import { ActivityRow } from './activity-row.tsx'
import { useHistory } from './hooks.ts'
import { type Entry, type EntryKind, entryKinds, mergeEntries } from './merge-entries.ts'

/** Activities and comments in one timeline, with the comment box. */
export function ActivitySection() {
  const { t } = useTranslation()
  const page = useItemPage()
  const place = placeOf(page)
  const activities = useHistory(place)
  const comments = useComments(place)
  const [order, setOrder] = useStored<'asc' | 'desc'>('activity_sort_order', 'asc')
  const [kinds, setKinds] = useStored<readonly EntryKind[]>('issue_activity_filters', entryKinds)
  const newestFirst = order === 'desc'
  const linked = useLinkedComment()
  // A linked comment is shown regardless of the filter.
  const isLinked = comments?.some(({ id }) => id === linked)
  const shown = isLinked && !kinds.includes('COMMENT') ? [...kinds, 'COMMENT' as const] : kinds
  const entries =
    activities &&
    comments &&
    mergeEntries(activities, threadsOf(comments), { kinds: shown, newestFirst })
  const box = page.canDiscuss && <CommentBox key={page.item.id} />

  function toggle(kind: EntryKind) {
    const next = kinds.includes(kind) ? kinds.filter((one) => one !== kind) : [...kinds, kind]
    // One must stay selected: an empty history would look like no history.
    if (next.length > 0) setKinds(next)
  }

  return (
    <section aria-label={t('history.title')} className="mt-4">
      <div className="flex h-8 items-center max-md:h-11">
        <h2 className="text-body font-medium">{t('history.title')}</h2>
        <span className="ml-auto flex items-center gap-0.5">
          <IconButton
            size="sm"
            icon={ArrowUpDown}
            label={t(newestFirst ? 'history.newest_first' : 'history.oldest_first')}
            onClick={() => setOrder(newestFirst ? 'asc' : 'desc')}
          />
          <Menu
            align="end"
            trigger={
              <IconButton
                size="sm"
                icon={ListFilter}
                label={t('history.filter')}
                dot={kinds.length < entryKinds.length}
              />
            }
            items={entryKinds.map((kind) => ({
              label: t(`history.filters.${kind}`),
              checked: kinds.includes(kind),
              stay: true,
              onSelect: () => toggle(kind),
            }))}
          />
        </span>
      </div>
      {newestFirst && box && <div className="mt-1 mb-4">{box}</div>}
      {entries ? <Feed entries={entries} /> : <FeedSkeleton />}
      {!newestFirst && box && (
        <div className="mt-3 max-md:sticky max-md:bottom-0 max-md:-mx-4 max-md:border-t max-md:border-line max-md:bg-surface max-md:px-3 max-md:py-2">
          {box}
        </div>
      )}
    </section>
  )
}

function Feed({ entries }: { entries: readonly Entry<Thread>[] }) {
  const { slug, project } = useItemPage()
  const people = usePeople(slug)
  const states = useStates(slug, project.id) ?? []
  const labels = useLabels(slug, project.id)
  const properties = useProperties(slug) ?? []
  const words = { slug, people, states, labels, properties }
  return (
    <ol className="mt-1 [&>:not(:last-child).feed-line]:before:absolute [&>:not(:last-child).feed-line]:before:top-6 [&>:not(:last-child).feed-line]:before:bottom-0 [&>:not(:last-child).feed-line]:before:left-3 [&>:not(:last-child).feed-line]:before:w-px [&>:not(:last-child).feed-line]:before:bg-line">
      {entries.map((entry) =>
        entry.kind === 'ACTIVITY' ? (
          <ActivityRow key={entry.activity.id} activity={entry.activity} words={words} />
        ) : (
          <CommentThread key={entry.thread.id} thread={entry.thread} />
        ),
      )}
    </ol>
  )
}

function FeedSkeleton() {
  return (
    <SkeletonGroup>
      <div className="flex flex-col gap-4 py-2">
        {[240, 300, 200].map((width) => (
          <div key={width} className="flex items-center gap-3">
            <Skeleton width={24} height={24} />
            <Skeleton width={width} className="max-w-full" />
          </div>
        ))}
      </div>
    </SkeletonGroup>
  )
}
