import { type RecentVisit, visitKinds } from '@cairn/contract'
import { Boxes, ChevronDown, FileText, IterationCw, Layers } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { projectAddress } from '#entities/project/project-link.ts'
import { projectLogo } from '#entities/project/project-logo.tsx'
import { viewAddress } from '#entities/view/view-address.ts'
import { ItemLink } from '#entities/work-item/item-link.tsx'
import { useRecentVisits } from '#entities/work-item/recent-visits.ts'
import { usePeople } from '#entities/workspace/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { RelativeTime } from '#ui/dates/relative-time.tsx'
import { Icon, type IconLike } from '#ui/icons/icon.tsx'
import { LogoMark } from '#ui/icons/logo-mark.tsx'
import type { LogoValue } from '#ui/icons/logo-value.ts'
import { PriorityIcon } from '#ui/icons/priority-icon.tsx'
import { StateIcon } from '#ui/icons/state-icon.tsx'
import { HomeSection } from '#ui/layout/home-section.tsx'
import { SkeletonRows } from '#ui/lists/skeleton-rows.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { AvatarGroup } from '#ui/people/avatar-group.tsx'
import { Identifier } from '#ui/people/identifier.tsx'
import { Link } from '#ui/router/link.tsx'

const SHOWN_LIMIT = 10

type Wanted = (typeof visitKinds)[number] | 'all'
const choices: readonly Wanted[] = ['all', ...visitKinds]

/** Deleted entries have nothing to show. */
const isThere = ({ entity_data }: RecentVisit) => entity_data !== null

export function Recents({ slug }: { slug: string }) {
  const { t } = useTranslation()
  const [wanted, setWanted] = useState<Wanted>('all')
  const [unfolded, setUnfolded] = useState(false)
  const { data, isError } = useRecentVisits(slug, wanted === 'all' ? visitKinds : [wanted])
  const visits = data?.filter(isThere)
  const shown = unfolded ? visits : visits?.slice(0, SHOWN_LIMIT)
  if (isError) return null

  return (
    <HomeSection
      id="home-recents"
      title={t('recents.title')}
      actions={
        <Menu
          align="end"
          trigger={
            <Button variant="ghost" after={<Icon of={ChevronDown} size={14} />}>
              {t(`recents.kind.${wanted}`)}
            </Button>
          }
          items={choices.map((kind) => ({
            label: t(`recents.kind.${kind}`),
            checked: kind === wanted,
            onSelect: () => setWanted(kind),
          }))}
        />
      }
    >
      {shown?.length === 0 ? (
        <p className="rounded-lg border border-line px-4 py-6 text-center text-ink-2">
          {t(`recents.empty.${wanted}`)}
        </p>
      ) : (
        <ul className="overflow-hidden rounded-lg border border-line">
          {shown ? (
            shown.map((visit) => <VisitRow key={visit.id} slug={slug} visit={visit} />)
          ) : (
            <li>
              <SkeletonRows count={5} />
            </li>
          )}
        </ul>
      )}
      {visits && visits.length > SHOWN_LIMIT && (
        <div className="mt-1 flex justify-center">
          <Button variant="ghost" onClick={() => setUnfolded(!unfolded)}>
            {t(unfolded ? 'recents.show_less' : 'recents.show_all')}
          </Button>
        </div>
      )}
    </HomeSection>
  )
}

function VisitRow({ slug, visit }: { slug: string; visit: RecentVisit }) {
  const { visited_at } = visit
  if (visit.entity_name === 'project') {
    return visit.entity_data && <ProjectRow slug={slug} {...visit.entity_data} at={visited_at} />
  }
  if (visit.entity_name === 'page') {
    return visit.entity_data && <PageRow slug={slug} {...visit.entity_data} at={visited_at} />
  }
  if (visit.entity_name === 'issue') {
    return visit.entity_data && <ItemRow slug={slug} {...visit.entity_data} at={visited_at} />
  }
  return <PlanRow slug={slug} {...visit.entity_data} kind={visit.entity_name} at={visited_at} />
}

type Data<Name extends RecentVisit['entity_name']> = NonNullable<
  Extract<RecentVisit, { entity_name: Name }>['entity_data']
> & { slug: string; at: string }

function ProjectRow({ slug, at, project_members, ...project }: Data<'project'>) {
  const { id, identifier, name } = project
  return (
    <Row
      as={(row) => <Link to={projectAddress(slug, id)} {...row} />}
      icon={projectLogo(project)}
      identifier={identifier}
      name={name}
      at={at}
    >
      <Faces slug={slug} ids={project_members} />
    </Row>
  )
}

function PageRow({ slug, at, ...page }: Data<'page'>) {
  const { t } = useTranslation()
  const { id, project_id, project_identifier, owned_by } = page
  const address: string = `/${slug}/projects/${project_id}/pages/${id}/`
  return (
    <Row
      as={(row) => <Link to={address} {...row} />}
      icon={<LogoMark value={page.logo_props as LogoValue} fallback={FileText} />}
      identifier={project_identifier}
      name={page.name || t('recents.untitled')}
      at={at}
    >
      <Faces slug={slug} ids={[owned_by]} />
    </Row>
  )
}

const planIcons = { cycle: IterationCw, module: Boxes, view: Layers }

interface PlanRowProps extends Data<'cycle' | 'module' | 'view'> {
  kind: keyof typeof planIcons
}

function PlanRow({ slug, at, kind, ...plan }: PlanRowProps) {
  const { id, name, project_id, project_identifier } = plan
  const address: string =
    kind === 'view'
      ? viewAddress(slug, { id, project: project_id, teamspace: null })
      : `/${slug}/projects/${project_id}/${kind}s/${id}/`
  return (
    <Row
      as={(row) => <Link to={address} {...row} />}
      icon={<LogoMark value={plan.logo_props as LogoValue} fallback={planIcons[kind]} />}
      identifier={project_identifier ?? ''}
      name={name}
      at={at}
    />
  )
}

function ItemRow({ slug, at, assignees, state__group: group, ...item }: Data<'issue'>) {
  const { t } = useTranslation()
  const { project_identifier, sequence_id, name, priority } = item
  const key = `${project_identifier}-${sequence_id}`
  return (
    <Row
      as={(row) => <ItemLink slug={slug} itemKey={key} {...row} />}
      icon={
        group === 'triage' ? undefined : (
          <StateIcon group={group} label={t(`states.group.${group}`)} />
        )
      }
      identifier={key}
      name={name}
      at={at}
    >
      <PriorityIcon priority={priority} label={t(`pickers.priorities.${priority}`)} />
      <Faces slug={slug} ids={assignees} />
    </Row>
  )
}

/** Only users who are still known in the workspace. */
function Faces({ slug, ids }: { slug: string; ids: readonly string[] }) {
  const people = usePeople(slug)
  const faces = ids.flatMap((id) => people.get(id) ?? [])
  return faces.length > 0 && <AvatarGroup people={faces} />
}

interface RowProps {
  /** Renders the row as a link. */
  as: (row: { className: string; children: ReactNode }) => ReactNode
  icon: IconLike | undefined
  identifier: string
  name: string
  at: string
  children?: ReactNode
}

function Row({ as, icon, identifier, name, at, children }: RowProps) {
  return (
    <li className="border-b border-line-subtle last:border-b-0">
      {as({
        className: 'focus-inset flex h-10 items-center gap-3 px-3 hover:bg-hover max-md:h-13',
        children: (
          <>
            <span className="grid w-4 shrink-0 place-items-center">
              {icon && <Icon of={icon} />}
            </span>
            <span className="w-20 shrink-0 truncate text-ink-2 max-md:hidden">
              <Identifier value={identifier} />
            </span>
            <span className="min-w-0 truncate">{name}</span>
            <span className="shrink-0 text-small text-ink-3 max-md:ml-auto">
              <RelativeTime at={at} />
            </span>
            <span className="ml-auto flex shrink-0 items-center gap-2 max-md:hidden">
              {children}
            </span>
          </>
        ),
      })}
    </li>
  )
}
