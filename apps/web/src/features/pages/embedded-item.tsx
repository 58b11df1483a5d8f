import { workItemsApi as api } from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call, isMissing } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { useLiveUpdates } from '#data/use-live-updates.ts'
import { useAllProjects } from '#entities/project/hooks.ts'
import type { Embed } from '#entities/rich-text/embeds.ts'
import { useStates } from '#entities/state/hooks.ts'
import { stateIcon } from '#entities/state/state-picture.tsx'
import { applyToItem, type OpenItem } from '#entities/work-item/hooks.ts'
import { keyOf } from '#entities/work-item/item-address.ts'
import { ItemLink } from '#entities/work-item/item-link.tsx'
import { usePeople } from '#entities/workspace/hooks.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { PriorityIcon } from '#ui/icons/priority-icon.tsx'
import { AvatarGroup } from '#ui/people/avatar-group.tsx'
import { Identifier } from '#ui/people/identifier.tsx'

const look = 'flex min-h-10 items-center gap-2.5 rounded-lg border border-line bg-surface px-3 py-2'

export const embeddedItem = (slug: string, { item: id, project }: Embed) =>
  queryOptions({
    queryKey: ['work-item', slug, id, 'embedded'] as const,
    queryFn: ({ signal }): Promise<OpenItem> => {
      const params = { slug, project_id: project ?? '', id }
      return call(api.get, { params, query: {}, signal })
    },
  })

/** A work item embedded in a page, in its current state. */
export function EmbeddedItem({ slug, embed }: { slug: string; embed: Embed }) {
  const { t } = useTranslation()
  const options = embeddedItem(slug, embed)
  useLiveUpdates(options, applyToItem)
  const { data: item, error, refetch } = useQuery(options)
  const stale = item?.stale

  useEffect(() => {
    if (stale) void refetch()
  }, [stale, refetch])

  if (error && !item) {
    const why = isMissing(error) ? 'pages.embed_missing' : 'pages.embed_not_loaded'
    return <p className={`${look} text-ink-3`}>{t(why)}</p>
  }
  if (!item) {
    return (
      <div className={look}>
        <Skeleton width="50%" />
      </div>
    )
  }
  return <ItemCard slug={slug} item={item} />
}

function ItemCard({ slug, item }: { slug: string; item: OpenItem }) {
  const { t } = useTranslation()
  const project = useAllProjects(slug)?.find(({ id }) => id === item.project_id)
  const states = useStates(slug, item.project_id) ?? []
  const people = usePeople(slug)
  const state = states.find(({ id }) => id === item.state_id)
  const assignees = item.assignee_ids.flatMap((id) => people.get(id) ?? [])
  if (!project) return null
  return (
    <div className={`${look} relative hover:bg-hover`}>
      {state && stateIcon(state, states, state.name)}
      <span className="shrink-0 text-small text-ink-3">
        <Identifier value={keyOf(project, item)} />
      </span>
      <ItemLink
        slug={slug}
        itemKey={keyOf(project, item)}
        className="truncate font-medium text-ink no-underline before:absolute before:inset-0"
      >
        {item.name}
      </ItemLink>
      <span className="ml-auto flex shrink-0 items-center gap-2.5 text-small text-ink-2">
        {state && <span className="max-md:hidden">{state.name}</span>}
        <PriorityIcon priority={item.priority} label={t(`pickers.priorities.${item.priority}`)} />
        {assignees.length > 0 && <AvatarGroup people={assignees} />}
      </span>
    </div>
  )
}
