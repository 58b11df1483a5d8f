import type { PublicItem } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { stateIcon } from '#entities/state/state-picture.tsx'
import { columnDate, isLate } from '#entities/work-item/due.ts'
import { longDate } from '#ui/dates/day.ts'
import { PriorityIcon } from '#ui/icons/priority-icon.tsx'
import { RowDate } from '#ui/lists/list-row.tsx'
import { Chip } from '#ui/people/badge.tsx'
import type { BoardWords } from './hooks.ts'

interface PartProps {
  item: PublicItem
  words: BoardWords
}

export const keyOf = ({ identifiers }: BoardWords, { project_id, sequence_id }: PublicItem) =>
  `${identifiers.get(project_id) ?? ''}-${sequence_id}`

export function ItemState({ item, words }: PartProps) {
  const { t } = useTranslation()
  const state = words.states.find(({ id }) => id === item.state_id)
  if (!state) return null
  return stateIcon(state, words.states, t('public_site.state_is', { state: state.name }))
}

export function ItemPriority({ item }: Pick<PartProps, 'item'>) {
  const { t } = useTranslation()
  const name = t(`pickers.priorities.${item.priority}`)
  return (
    <PriorityIcon
      priority={item.priority}
      label={t('public_site.priority_is', { priority: name })}
    />
  )
}

const SHOWN_LIMIT = 2

/** The first few by name, the rest as a count. */
export function ItemLabels({ item, words }: PartProps) {
  const labels = item.label_ids.flatMap((id) => words.labels.get(id) ?? [])
  const rest = labels.slice(SHOWN_LIMIT)
  return (
    <>
      {labels.slice(0, SHOWN_LIMIT).map(({ id, name, color }) => (
        <Chip key={id} colour={color} className="max-w-40">
          {name}
        </Chip>
      ))}
      {rest.length > 0 && (
        <span data-tip={rest.map(({ name }) => name).join(', ')}>
          <Chip>{`+${rest.length}`}</Chip>
        </span>
      )}
    </>
  )
}

export function ItemDue({ item }: Pick<PartProps, 'item'>) {
  const { t } = useTranslation()
  if (!item.target_date) return null
  return (
    <RowDate
      late={isLate(item)}
      tip={t('public_site.due_on', { date: longDate(item.target_date) })}
    >
      {columnDate(item.target_date)}
    </RowDate>
  )
}
