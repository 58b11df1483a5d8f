import { formatDuration, lookup, type OwnActivity } from '@cairn/contract'
import { longDate } from '#ui/dates/day.ts'

type Kind = 'set' | 'cleared' | 'changed'

/** The changed field of a work item, as named in the catalog. */
const subjects: Partial<Record<string, string>> = {
  name: 'name',
  description: 'description',
  parent: 'parent',
  priority: 'priority',
  state: 'state',
  start_date: 'start_date',
  target_date: 'target_date',
  labels: 'label',
  assignees: 'assignee',
  type: 'type',
  link: 'link',
  attachment: 'attachment',
  comment: 'comment',
  reaction: 'reaction',
  vote: 'vote',
  cycles: 'cycle',
  modules: 'module',
  intake: 'intake',
  time: 'time',
}

const relations = new Set([
  'blocking',
  'blocked_by',
  'duplicate',
  'relates_to',
  'start_before',
  'start_after',
  'finish_before',
  'finish_after',
])

export function subjectOf(field: string | null): string {
  if (field === null || field === 'issue') return 'item'
  if (field === 'archived_at') return 'archive'
  if (field.startsWith('estimate')) return 'estimate'
  return lookup(subjects, field) ?? (relations.has(field) ? 'relation' : 'other')
}

function kindOf({ verb, new_value }: Pick<OwnActivity, 'verb' | 'new_value'>): Kind {
  if (verb === 'deleted' || verb === 'removed') return 'cleared'
  if (verb === 'created') return 'set'
  return new_value ? 'changed' : 'cleared'
}

type ActivityDetail = Pick<OwnActivity, 'verb' | 'field' | 'old_value' | 'new_value'> &
  Partial<Pick<OwnActivity, 'property_name'>>

/** The key of the sentence, below `activity.`, and its values. */
export function wordsOf(activity: ActivityDetail) {
  const subject = subjectOf(activity.field)
  const restored = subject === 'archive' && activity.new_value === 'restore'
  const kind = restored ? 'cleared' : kindOf(activity)
  const shown = (value: string | null) => {
    if (!value) return ''
    if (subject === 'time') return formatDuration(Number(value))
    return subject.endsWith('_date') ? longDate(value) || value : value
  }
  return {
    key: `${subject}.${kind}`,
    values: {
      from: shown(activity.old_value),
      to: shown(activity.new_value),
      field: activity.property_name ?? activity.field,
    },
  }
}
