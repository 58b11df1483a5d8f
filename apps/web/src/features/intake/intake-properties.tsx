import { type IntakeItemDetail, MEMBER } from '@cairn/contract'
import { CircleDot, Copy } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { useAllProjects } from '#entities/project/hooks.ts'
import { useStates } from '#entities/state/hooks.ts'
import { stateIcon } from '#entities/state/state-picture.tsx'
import { keyOf } from '#entities/work-item/item-address.ts'
import { ItemContext, useItemPage } from '#entities/work-item/item-context.ts'
import { ItemLink } from '#entities/work-item/item-link.tsx'
import { PropertyList } from '#features/work-item-detail/index.ts'
import { PropertyPill, PropertyRow } from '#ui/controls/property-pill.tsx'
import { StateIcon } from '#ui/icons/state-icon.tsx'

const shown = ['assignees', 'priority', 'created_by', 'due_date', 'labels']

/** The properties of a request. Read-only for guests. */
export function IntakeProperties({ item }: { item: IntakeItemDetail }) {
  const { t } = useTranslation()
  const page = useItemPage()
  const isMember = (page.project.member_role ?? 0) >= MEMBER
  return (
    <section
      aria-label={t('item.properties.title')}
      className="-mx-4 mt-4 border-y border-line-subtle px-4 py-3"
    >
      <dl>
        <PropertyRow icon={CircleDot} label={t('item.properties.state')}>
          <StateOf item={item} />
        </PropertyRow>
        {item.duplicate_issue_detail && (
          <PropertyRow icon={Copy} label={t('intake.duplicate_of')}>
            <Original item={item.duplicate_issue_detail} />
          </PropertyRow>
        )}
      </dl>
      <ItemContext value={{ ...page, canChange: page.canChange && isMember }}>
        <PropertyList only={shown} />
      </ItemContext>
    </section>
  )
}

/** Not editable here: accepting sets it automatically. */
function StateOf({ item: { issue } }: { item: IntakeItemDetail }) {
  const { t } = useTranslation()
  const { slug, project } = useItemPage()
  const states = useStates(slug, project.id) ?? []
  const state = states.find(({ id }) => id === issue.state_id)
  return (
    <PropertyPill
      look="plain"
      disabled
      label={t('item.properties.state')}
      icon={state ? stateIcon(state, states) : <StateIcon group="backlog" />}
    >
      {state?.name ?? t('intake.triage')}
    </PropertyPill>
  )
}

type Original = NonNullable<IntakeItemDetail['duplicate_issue_detail']>

function Original({ item }: { item: Original }) {
  const { slug } = useItemPage()
  const project = useAllProjects(slug)?.find(({ id }) => id === item.project_id)
  if (!project) return null
  return (
    <ItemLink slug={slug} itemKey={keyOf(project, item)} newTab className="link truncate">
      {`${keyOf(project, item)} ${item.name}`}
    </ItemLink>
  )
}
