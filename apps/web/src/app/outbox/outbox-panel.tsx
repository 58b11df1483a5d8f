import { type WorkItem, workItemsApi } from '@cairn/contract'
import { CloudOff, Copy, GitCompareArrows, Undo2, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { call } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { isUndecided, type OutboxEntry, useOutbox } from '#data/outbox-state.ts'
import { useMe } from '#entities/account/hooks.ts'
import { usePeople } from '#entities/workspace/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { momentText } from '#ui/dates/own-zone.ts'
import { RelativeTime } from '#ui/dates/relative-time.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Icon, type IconLike } from '#ui/icons/icon.tsx'
import { StateIcon } from '#ui/icons/state-icon.tsx'
import { SidePanel } from '#ui/overlays/side-panel.tsx'
import { Avatar, type Person } from '#ui/people/avatar.tsx'
import { Identifier } from '#ui/people/identifier.tsx'
import { copyText } from '#ui/platform/copy-text.ts'
import { useClose } from '#ui/platform/presence.tsx'
import { type Described, describeEntry, fieldValue } from './describe-entry.ts'
import { runningOutbox } from './start-outbox.ts'

/** Changes that need a decision, then those waiting for the network. */
export default function OutboxPanel({ slug, onClose }: { slug: string; onClose: () => void }) {
  const { t } = useTranslation()
  const entries = useOutbox()
  const undecided = entries.filter(isUndecided)
  const waiting = entries.filter((entry) => !isUndecided(entry))
  const close = useClose(onClose)
  return (
    <SidePanel
      open
      onClose={close}
      label={t('outbox.title')}
      width={376}
      header={
        <>
          <h2 className="grow truncate pl-1 font-semibold">{t('outbox.title')}</h2>
          <IconButton icon={X} label={t('ui.close')} onClick={close} />
        </>
      }
    >
      {undecided.length > 0 && (
        <Section icon={GitCompareArrows} title={t('outbox.undecided')} count={undecided.length}>
          {undecided.map((entry) =>
            entry.conflict ? (
              <ConflictCard key={entry.id} slug={slug} entry={entry} />
            ) : (
              <RefusedCard key={entry.id} entry={entry} />
            ),
          )}
        </Section>
      )}
      {waiting.length > 0 && (
        <Section icon={CloudOff} title={t('outbox.waiting')} count={waiting.length}>
          {waiting.map((entry) => (
            <WaitingCard key={entry.id} entry={entry} />
          ))}
        </Section>
      )}
      <p className="px-4 py-3 text-ink-2">
        {t(entries.length > 0 ? 'outbox.saved_here' : 'outbox.nothing')}
      </p>
    </SidePanel>
  )
}

interface SectionProps {
  icon: IconLike
  title: string
  count: number
  children: ReactNode
}

function Section({ icon, title, count, children }: SectionProps) {
  return (
    <section aria-label={title}>
      <h3 className="flex h-9 items-center gap-2 border-b border-line-subtle bg-sunken px-4 font-medium">
        <Icon of={icon} className="text-ink-3" />
        {title}
        <span className="font-normal text-ink-3 tabular-nums">{count}</span>
      </h3>
      <ul>{children}</ul>
    </section>
  )
}

function Head({ described: { key, title, group } }: { described: Described }) {
  return (
    <div className="flex h-5 min-w-0 items-center gap-2">
      {group && group !== 'triage' && <StateIcon group={group} />}
      {key && <Identifier value={key} className="shrink-0 text-small text-ink-3" />}
      <span className="truncate">{title}</span>
    </div>
  )
}

const card = 'border-b border-line-subtle px-4 py-2.5'

function WaitingCard({ entry }: { entry: OutboxEntry }) {
  const { t } = useTranslation()
  const described = describeEntry(entry)
  return (
    <li className={`group/entry ${card} hover:bg-hover`}>
      <Head described={described} />
      <div className="mt-0.5 flex min-h-6 items-center gap-2 pl-6 text-ink-2">
        <span className="min-w-0 grow">
          {described.changes.map((change) => (
            <span key={change} className="block truncate" title={change}>
              {change}
            </span>
          ))}
        </span>
        <span className="shrink-0 text-small text-ink-3">
          <RelativeTime at={new Date(entry.at).toISOString()} />
        </span>
        <Button
          size="sm"
          variant="ghost"
          icon={Undo2}
          onClick={() => void runningOutbox()?.withdraw(entry.id)}
        >
          {t('common.undo')}
        </Button>
      </div>
    </li>
  )
}

interface SideProps {
  person: Person | undefined
  name: string
  at: string | null
  value: string
}

function Side({ person, name, at, value }: SideProps) {
  return (
    <div className="min-w-0 rounded-md border border-line px-2.5 py-2">
      <div className="flex items-center gap-1.5 text-small text-ink-2">
        {person && <Avatar person={person} size={16} tooltip={false} />}
        <span className="truncate">{name}</span>
        {at && <time className="truncate text-ink-3">{momentText(new Date(at))}</time>}
      </div>
      <b className="mt-0.5 block font-medium wrap-anywhere">{value}</b>
    </div>
  )
}

function ConflictCard({ slug, entry }: { slug: string; entry: OutboxEntry }) {
  const { t } = useTranslation()
  const { id: me } = useMe()
  const people = usePeople(slug)
  const { conflict } = entry
  if (!conflict) return null
  const { item, items } = entry.variables as { item: WorkItem; items?: WorkItem[] }
  const other = people.get(conflict.changed_by ?? '')
  const isOwn = conflict.changed_by === me
  const name = isOwn ? t('outbox.you_elsewhere') : (other?.name ?? t('outbox.somebody'))
  const [theirs, mine] = [conflict.theirs, conflict.mine].map((value) =>
    fieldValue(slug, items?.[0] ?? item, conflict.field, value),
  )
  const words = { person: name, field: t(`outbox.the.${conflict.field as 'name'}`) }
  return (
    <li className={`${card} pb-4`}>
      <Head described={describeEntry(entry)} />
      <p className="mt-2">
        {t('outbox.conflict', { ...words, theirs: theirs ?? '', mine: mine ?? '' })}
      </p>
      <div className="mt-3 grid grid-cols-2 gap-2">
        <Side person={other} name={name} at={conflict.changed_at} value={theirs ?? ''} />
        <Side
          person={people.get(me)}
          name={t('outbox.you')}
          at={new Date(entry.at).toISOString()}
          value={mine ?? ''}
        />
        <Button block onClick={() => void runningOutbox()?.withdraw(entry.id)}>
          {t('outbox.keep_theirs')}
        </Button>
        <Button block onClick={() => void runningOutbox()?.insist(entry.id)}>
          {t('outbox.use_mine')}
        </Button>
      </div>
    </li>
  )
}

/** A deleted work item can be restored and then changed. */
const isOfItem = ({ name }: OutboxEntry) =>
  /^(work-item\.(change|parent)|link\.create|relation\.add|comment\..*)$/.test(name)

interface Placed {
  slug: string
  project_id: string
  id: string
}

/** Changes of a workspace's items contain the item; others belong to one item. */
function placeOf({ scope, variables }: OutboxEntry): Placed {
  const { item, items, own } = variables as Partial<Record<'item' | 'own', WorkItem>> & {
    items?: WorkItem[]
  }
  const row = item ?? own ?? items?.[0]
  if (!row) return scope as Placed
  return { slug: String(scope), project_id: row.project_id, id: row.id }
}

function RefusedCard({ entry }: { entry: OutboxEntry }) {
  const { t } = useTranslation()
  const { reason = 'other', sentence } = entry.refusal ?? {}
  const described = describeEntry(entry)
  const { text } = described

  async function putBack() {
    const { id, ...params } = placeOf(entry)
    try {
      await call(workItemsApi.bulkRestore, { params, body: { issue_ids: [id] } })
      await runningOutbox()?.insist(entry.id)
    } catch (error) {
      notifyFailure(t('outbox.not_put_back'), error)
    }
  }

  async function copy(value: string) {
    if (await copyText(value)) toast({ kind: 'success', title: t('outbox.copied') })
  }

  return (
    <li className={`${card} pb-4`}>
      <Head described={described} />
      <p className="mt-2">{t(`outbox.refused.${reason}`, { sentence: sentence ?? '' })}</p>
      {described.changes.map((change) => (
        <p key={change} className="mt-1 text-ink-2 wrap-anywhere">
          {change}
        </p>
      ))}
      <div className="mt-3 flex flex-wrap gap-2">
        {reason === 'gone' && isOfItem(entry) && (
          <Button onClick={() => void putBack()}>{t('outbox.put_back')}</Button>
        )}
        {reason !== 'gone' && (
          <Button onClick={() => void runningOutbox()?.insist(entry.id)}>
            {t('common.try_again')}
          </Button>
        )}
        {text && (
          <Button icon={Copy} onClick={() => void copy(text)}>
            {t('outbox.copy')}
          </Button>
        )}
        <Button variant="ghost" onClick={() => void runningOutbox()?.withdraw(entry.id)}>
          {t('outbox.discard')}
        </Button>
      </div>
    </li>
  )
}
