import type { NewNotification, PendingActivity, Receiver, Subject } from './queries.ts'

/** What one request changed in one item, and which users are newly mentioned. */
export interface Change {
  rows: PendingActivity[]
  mentioned: string[]
}

/** These are recorded in the history, but do not notify. */
const quiet = new Set(['cycles', 'modules', 'reaction', 'vote', 'draft', 'intake', 'issue'])

/** Creating an item notifies no one, a new description only the users it mentions. */
export const isLoud = ({ field }: PendingActivity) =>
  field !== null && field !== 'description' && !quiet.has(field)

/** The activity that a mention notification quotes. */
export const quotedBy = ({ rows }: Change): PendingActivity | undefined =>
  rows.find(({ field }) => field === 'description') ?? rows[0]

interface Said {
  comment_stripped: string
  is_reply: boolean
}

interface Known {
  subject: Subject
  receivers: readonly Receiver[]
  actorName: string
  /** The comments by their id. */
  said: ReadonlyMap<string, Said>
}

const prefix = 'in_app:issue_activities:'

function senderFor({ created_by, assignee_ids }: Subject, receiver: string): string {
  if (created_by === receiver) return `${prefix}created`
  return `${prefix}${assignee_ids.includes(receiver) ? 'assigned' : 'subscribed'}`
}

const dataOf = (subject: Subject, row: PendingActivity, comment?: Partial<Said>) => {
  const { id, name, identifier, sequence_id, state_name, state_group, project_id, slug } = subject
  const { verb, field, actor_id: actor, old_value, new_value } = row
  const { old_identifier, new_identifier, property_name } = row
  return {
    issue: {
      ...{ id, name, identifier, sequence_id, state_name, state_group },
      ...{ project_id, workspace_slug: slug },
    },
    issue_activity: {
      ...{ id: row.id, verb, field, actor, new_value, old_value, old_identifier, new_identifier },
      ...(property_name !== null && { property_name }),
      ...(comment && { issue_comment: comment.comment_stripped ?? '' }),
      ...(comment?.is_reply && { is_reply: true as const }),
    },
  }
}

/** Users who subscribed later are not notified; they see it in the history. */
const followedAt =
  (moment: number) =>
  ({ follows_since }: Receiver) =>
    follows_since !== null && follows_since <= moment

/** All notifications for one change. */
export function compose(change: Change, known: Known): NewNotification[] {
  const { subject, receivers, actorName, said } = known
  const { workspace_id, project_id } = subject
  const quoted = quotedBy(change)
  if (!quoted) return []
  const actor = quoted.actor_id
  const to = (receiver_id: string): Omit<NewNotification, 'sender' | 'data'> => ({
    ...{ workspace_id, project_id, entity_identifier: subject.id, receiver_id },
    entity_name: subject.is_epic ? 'epic' : 'issue',
    triggered_by_id: actor,
    title: '',
    message: null,
  })
  const others = receivers.filter(({ user_id }) => user_id !== actor)
  const isMentioned = ({ user_id }: Receiver) => change.mentioned.includes(user_id)
  const message =
    quoted.field === 'comment'
      ? `${actorName} has mentioned you in a comment in issue ${subject.name}`
      : `You have been mentioned in the issue ${subject.name}`
  const mentions = others.filter(isMentioned).map(({ user_id }) => ({
    ...to(user_id),
    sender: `${prefix}mentioned`,
    message,
    data: dataOf(subject, quoted),
  }))
  const followers = others.filter((one) => !isMentioned(one))
  const news = change.rows.filter(isLoud).flatMap((row) =>
    followers.filter(followedAt(row.at)).map(({ user_id }) => ({
      ...to(user_id),
      sender: senderFor(subject, user_id),
      title: row.comment,
      data: dataOf(subject, row, said.get(row.comment_id ?? '') ?? {}),
    })),
  )
  return [...mentions, ...news]
}
