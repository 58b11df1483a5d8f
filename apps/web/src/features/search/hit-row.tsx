import type { Project, SearchHit } from '@cairn/contract'
import type { ReactNode } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { projectLogo } from '#entities/project/project-logo.tsx'
import { rangeText } from '#ui/dates/day.ts'
import { RelativeTime } from '#ui/dates/relative-time.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { StateIcon } from '#ui/icons/state-icon.tsx'
import { Avatar, type Person } from '#ui/people/avatar.tsx'
import { AvatarGroup } from '#ui/people/avatar-group.tsx'
import { Dot } from '#ui/people/badge.tsx'
import { Identifier } from '#ui/people/identifier.tsx'
import { Link } from '#ui/router/link.tsx'
import { kindIcons } from './kind-icons.ts'
import { Marked } from './marked.tsx'
import { linkOf } from './search-address.ts'

interface HitRowProps {
  slug: string
  hit: SearchHit
  project: Project | undefined
  people: readonly Person[]
}

/** Two lines: name and location, then the matching text. */
export function HitRow({ slug, hit, project, people }: HitRowProps) {
  const { to, search } = linkOf(slug, hit)
  return (
    <li data-item className="border-b border-line-subtle">
      <Link
        to={to as string}
        search={search}
        data-row
        className="group/row focus-inset flex items-start gap-3 px-3 py-2 [--row-bg:var(--surface)] hover:bg-hover hover:[--row-bg:var(--hover)] focus-visible:bg-hover focus-visible:[--row-bg:var(--hover)]"
      >
        <span className="grid h-5 w-5 shrink-0 place-items-center text-ink-3">
          <Mark hit={hit} project={project} people={people} />
        </span>
        <span className="min-w-0 grow">
          <span className="flex min-h-5 items-center gap-x-2.5 max-md:flex-wrap">
            <Name hit={hit} people={people} />
            <span className="ml-auto flex shrink-0 items-center gap-3 pl-2 text-small text-ink-3 max-md:ml-0 max-md:w-full max-md:pl-0">
              <Aside hit={hit} project={project} />
              <span className="flex w-11 justify-end max-md:hidden">
                <Owners hit={hit} people={people} />
              </span>
            </span>
          </span>
          {hit.excerpt && (
            <span className="block truncate text-ink-2 max-md:line-clamp-2 max-md:whitespace-normal">
              <Marked of={hit.excerpt} />
            </span>
          )}
        </span>
      </Link>
    </li>
  )
}

type Parts = Pick<HitRowProps, 'hit' | 'people'>

/** The author, the state, or an icon of the kind. */
function Mark({ hit, project, people }: Omit<HitRowProps, 'slug'>): ReactNode {
  const { kind, state__group, color } = hit
  const [person] = people
  if ((kind === 'comment' || kind === 'person') && person) {
    return <Avatar person={person} tooltip={false} />
  }
  if (kind === 'work_item' && state__group && state__group !== 'triage') {
    return <StateIcon group={state__group} colour={color} />
  }
  if (kind === 'label' && color) return <Dot colour={color} />
  if (kind === 'project' && project) return projectLogo(project)
  return <Icon of={kindIcons[kind]} />
}

function Name({ hit, people }: Parts) {
  const { t } = useTranslation()
  const { kind, key, name } = hit
  if (kind === 'comment') {
    const said = t('search.comment_on', { name: people[0]?.name ?? t('search.somebody'), key })
    return (
      <>
        <span className="shrink-0 font-medium">{said}</span>
        <span className="min-w-0 truncate text-ink-2">
          <Marked of={name} />
        </span>
      </>
    )
  }
  return (
    <>
      {(kind === 'work_item' || kind === 'intake') && key && (
        <Identifier value={key} className="min-w-16 shrink-0 text-ink-3" />
      )}
      <span className="min-w-0 truncate font-medium max-md:line-clamp-2 max-md:w-full max-md:whitespace-normal">
        {name.text ? <Marked of={name} /> : t('search.untitled')}
      </span>
    </>
  )
}

/** At the right: location and time of the last change. */
function Aside({ hit, project }: Pick<HitRowProps, 'hit' | 'project'>) {
  const { kind, key, start_date, end_date, updated_at } = hit
  if (kind === 'person') return <span className="truncate">{`@${key}`}</span>
  if (kind === 'project') return <span>{key}</span>
  const place = project && (
    <span className="max-w-50 truncate" title={project.name}>
      {project.name}
    </span>
  )
  const days = start_date || end_date ? rangeText(start_date, end_date) : undefined
  const when = days ?? (kind === 'label' ? undefined : <RelativeTime at={updated_at} />)
  return (
    <span className="flex min-w-0 items-center gap-1 whitespace-nowrap">
      {place}
      {place && when && <span aria-hidden>·</span>}
      {when}
    </span>
  )
}

function Owners({ hit: { kind }, people }: Parts) {
  const isOwned = kind === 'work_item' || kind === 'page' || kind === 'view'
  return isOwned && people.length > 0 ? <AvatarGroup people={people} tooltip={false} /> : null
}
