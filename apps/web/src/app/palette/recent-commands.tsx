import { itemAddress } from '#entities/work-item/item-address.ts'
import { useRecentVisits } from '#entities/work-item/recent-visits.ts'
import { StateIcon } from '#ui/icons/state-icon.tsx'
import { type Command, useCommands } from '#ui/platform/commands.ts'
import { useParams } from '#ui/router/hooks.ts'

const MAX_RECENT = 5

/** The work items the user opened last, without the open one. */
export function useRecentCommands(slug: string) {
  const { key: open } = useParams()
  const { data } = useRecentVisits(slug, ['issue'])
  const commands = (data ?? []).flatMap((visit): Command[] => {
    if (visit.entity_name !== 'issue' || !visit.entity_data) return []
    const { id, name, sequence_id, project_identifier, state__group } = visit.entity_data
    const key = `${project_identifier}-${sequence_id}`
    if (key === open?.toUpperCase()) return []
    return [
      {
        id: `found.item.${id}`,
        group: 'recent',
        label: name,
        prefix: key,
        icon: state__group === 'triage' ? undefined : <StateIcon group={state__group} />,
        href: itemAddress(slug, key),
      },
    ]
  })
  useCommands(commands.slice(0, MAX_RECENT))
}
