import type { FullTextAnswer, Project, SearchHit, SearchKind } from '@cairn/contract'
import { searchKinds } from '@cairn/contract'
import { type KeyboardEvent, useId } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { usePeople } from '#entities/workspace/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { useRovingFocus } from '#ui/lists/roving-focus.ts'
import { groupedNumber } from '#ui/platform/number.ts'
import { HitRow } from './hit-row.tsx'

/** These have wide rows; the others are side by side where there is room. */
const wide: ReadonlySet<SearchKind> = new Set(['work_item', 'page', 'comment', 'intake'])

interface ResultsProps {
  slug: string
  answer: FullTextAnswer
  projects: ReadonlyMap<string, Project>
  /** Shows only this kind. */
  kind: SearchKind | undefined
  onKind: (kind: SearchKind) => void
  /** Arrow up on the first result. */
  onLeave: () => void
}

export function Results({ slug, answer, projects, kind, onKind, onLeave }: ResultsProps) {
  const roving = useRovingFocus()
  const { hits, facets } = answer
  const counts = new Map(facets.kinds.map((one) => [one.kind, one.count]))
  const groups = Map.groupBy(hits, (hit) => hit.kind)
  const shown = searchKinds.flatMap((one) => {
    const rows = groups.get(one)
    return rows ? [{ kind: one, rows, count: kind ? answer.total : (counts.get(one) ?? 0) }] : []
  })
  const draw = (group: (typeof shown)[number]) => (
    <Group key={group.kind} slug={slug} projects={projects} onKind={onKind} {...group} />
  )

  function handleKeyDown(event: KeyboardEvent) {
    const [first] = roving.ref.current?.querySelectorAll('[data-row]') ?? []
    if (event.key === 'ArrowUp' && event.target === first) {
      event.preventDefault()
      return onLeave()
    }
    roving.onKeyDown(event)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles key events that bubble up from the rows
    <div
      ref={roving.ref as never}
      data-results
      onFocus={roving.onFocus}
      onKeyDown={handleKeyDown}
      className="pb-6"
    >
      {shown.filter((group) => wide.has(group.kind)).map(draw)}
      <div className="grid gap-x-6 lg:grid-cols-2">
        {shown.filter((group) => !wide.has(group.kind)).map(draw)}
      </div>
    </div>
  )
}

interface GroupProps extends Pick<ResultsProps, 'slug' | 'projects' | 'onKind'> {
  kind: SearchKind
  rows: readonly SearchHit[]
  count: number
}

function Group({ slug, kind, rows, count, projects, onKind }: GroupProps) {
  const { t } = useTranslation()
  const people = usePeople(slug)
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="mt-2 flex h-9 items-center gap-2 border-b border-line px-3">
        <h2 id={id} className="font-medium">
          {t(`search.kind.${kind}`)}
        </h2>
        <span className="text-small text-ink-3 tabular-nums">{groupedNumber(count)}</span>
        {count > rows.length && (
          <Button variant="ghost" size="sm" className="-mr-1 ml-auto" onClick={() => onKind(kind)}>
            {t('search.show_all', { count })}
          </Button>
        )}
      </div>
      <ul>
        {rows.map((hit) => (
          <HitRow
            key={hit.id}
            slug={slug}
            hit={hit}
            project={projects.get(hit.project_id ?? '')}
            people={hit.user_ids.flatMap((user) => people.get(user) ?? [])}
          />
        ))}
      </ul>
    </section>
  )
}
