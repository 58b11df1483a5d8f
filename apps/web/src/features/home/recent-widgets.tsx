import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { MemberActivityRow } from '#entities/activity/member-activity-row.tsx'
import { ItemsLink, numberLook } from '#entities/item-count/items-link.tsx'
import { useAllProjects } from '#entities/project/hooks.ts'
import { projectAddress } from '#entities/project/project-link.ts'
import { projectLogo } from '#entities/project/project-logo.tsx'
import { usePeople } from '#entities/workspace/hooks.ts'
import { SearchInput } from '#ui/controls/search-input.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { Avatar } from '#ui/people/avatar.tsx'
import { counted, groupedNumber } from '#ui/platform/number.ts'
import { Link } from '#ui/router/link.tsx'
import { useWidgetData } from './dashboard-hooks.ts'
import type { HomeWidgetProps } from './number-widgets.tsx'
import { Shown, WidgetCard } from './widget-card.tsx'

const isNothing = (rows: readonly unknown[]) => rows.length === 0
const SHOWN_PEOPLE = '8'

export function RecentActivityWidget({ slug, dashboard_id }: HomeWidgetProps) {
  const { t } = useTranslation()
  const read = useWidgetData(slug, dashboard_id, 'recent_activity')
  const title = t('home.dashboard.widgets.recent_activity')
  return (
    <WidgetCard title={title}>
      <Shown read={read} isEmpty={isNothing} empty={t('home.dashboard.no_activity')}>
        {(activities) => (
          <ol aria-label={title}>
            {activities.map((activity) => (
              <MemberActivityRow key={activity.id} slug={slug} activity={activity} />
            ))}
          </ol>
        )}
      </Shown>
    </WidgetCard>
  )
}

export function RecentProjects({ slug, dashboard_id }: HomeWidgetProps) {
  const { t } = useTranslation()
  const projects = useAllProjects(slug)
  const read = useWidgetData(slug, dashboard_id, 'recent_projects')
  const title = t('home.dashboard.widgets.recent_projects')
  return (
    <WidgetCard title={title}>
      <Shown read={read} isEmpty={isNothing} empty={t('home.dashboard.no_projects')}>
        {(ids) => (
          <ul aria-label={title}>
            {ids.map((id) => {
              const project = projects?.find((one) => one.id === id)
              return (
                project && (
                  <li key={id}>
                    <Link
                      to={projectAddress(slug, id)}
                      className="focus-inset -mx-2 flex h-9 items-center gap-2 rounded-md px-2 hover:bg-hover max-md:h-11"
                    >
                      <Icon of={projectLogo(project)} />
                      <span className="min-w-0 grow truncate">{project.name}</span>
                      <span className="text-small text-ink-3">{project.identifier}</span>
                    </Link>
                  </li>
                )
              )
            })}
          </ul>
        )}
      </Shown>
    </WidgetCard>
  )
}

export function RecentCollaborators({ slug, dashboard_id }: HomeWidgetProps) {
  const { t } = useTranslation()
  const people = usePeople(slug)
  const [typed, setTyped] = useState('')
  const search = typed.trim()
  const read = useWidgetData(slug, dashboard_id, 'recent_collaborators', {
    per_page: SHOWN_PEOPLE,
    ...(search && { search }),
  })
  const title = t('home.dashboard.widgets.recent_collaborators')
  return (
    <WidgetCard title={title}>
      <div className="pb-2">
        <SearchInput label={t('home.dashboard.search_people')} value={typed} onChange={setTyped} />
      </div>
      <Shown read={read} isEmpty={isNothing} empty={t('home.dashboard.no_people')}>
        {(rows) => (
          <ul aria-label={title}>
            {rows.map(({ user_id, active_issue_count: count }) => {
              const person = people.get(user_id)
              return (
                person && (
                  <li key={user_id}>
                    <ItemsLink
                      slug={slug}
                      filters={{ assignees: [user_id], state_group: ['unstarted', 'started'] }}
                      className="group -mx-2 flex h-9 items-center gap-2 rounded-md px-2 hover:bg-hover max-md:h-11"
                    >
                      <Avatar person={person} size={20} tooltip={false} />
                      <span className="min-w-0 grow truncate">{person.name}</span>
                      <span aria-hidden className={`${numberLook} text-ink-2`}>
                        {groupedNumber(count)}
                      </span>
                      <span className="sr-only">{t('home.dashboard.in_hand', counted(count))}</span>
                    </ItemsLink>
                  </li>
                )
              )
            })}
          </ul>
        )}
      </Shown>
    </WidgetCard>
  )
}
