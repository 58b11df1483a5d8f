import type { StatusUpdate } from '@cairn/contract'
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { leaveText, readLeftText, takeLeftText } from '#data/left-texts.ts'
import { useMe } from '#entities/account/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx'
import { type UpdateSubject, useMayChangeUpdate, usePostUpdate, useStatusUpdates } from './hooks.ts'
import { UpdateForm } from './update-form.tsx'
import { UpdateItem } from './update-item.tsx'

const PAGE = 20

interface UpdatesProps {
  subject: UpdateSubject
  mayPost: boolean
  /** The number shown at first; the rest on request. Undefined: a whole page. */
  few?: number
  /** Subject of updates from an initiative's projects and epics. */
  about?: (update: StatusUpdate) => ReactNode
  /** The text field opens on request, to save space. */
  asked?: boolean
  /** The text field, for a button elsewhere. */
  field?: Ref<HTMLTextAreaElement>
}

const subjectOf = ({ project_id, epic_id, initiative_id }: StatusUpdate) =>
  initiative_id ?? epic_id ?? project_id

/** Updates of a project, an epic or an initiative, newest first, and a form for a new one. */
export function Updates({ subject, mayPost, few, about, asked = false, field }: UpdatesProps) {
  const { t } = useTranslation()
  const [limit, setLimit] = useState(PAGE)
  const [all, setAll] = useState(few === undefined)
  const [writing, setWriting] = useState(!asked)
  const scope = { ...subject, limit }
  const updates = useStatusUpdates(scope)
  const mayChange = useMayChangeUpdate(subject.slug)
  const shown = all ? updates : updates?.slice(0, few)
  const before = (update: StatusUpdate, index: number) =>
    updates?.slice(index + 1).find((one) => subjectOf(one) === subjectOf(update))?.health

  return (
    <div className="flex flex-col gap-4">
      {mayPost && writing && (
        <Composer
          key={subject.id}
          scope={scope}
          field={field}
          latest={updates?.[0]}
          onDone={asked ? () => setWriting(false) : undefined}
        />
      )}
      {mayPost && !writing && (
        <Button size="sm" className="self-start" onClick={() => setWriting(true)}>
          {t('updates.post')}
        </Button>
      )}
      {!updates && (
        <SkeletonGroup>
          <Skeleton height={72} className="rounded-lg!" />
        </SkeletonGroup>
      )}
      {updates?.length === 0 && <p className="text-ink-3">{t('updates.none')}</p>}
      {shown && shown.length > 0 && (
        <ul aria-label={t('updates.title')} className="flex flex-col gap-4">
          {shown.map((update, index) => (
            <li
              key={update.id}
              className="border-t border-line-subtle pt-4 first:border-0 first:pt-0"
            >
              <UpdateItem
                subject={scope}
                update={update}
                before={before(update, index)}
                about={about?.(update)}
                mayChange={mayChange(update)}
              />
            </li>
          ))}
        </ul>
      )}
      {updates && !all && updates.length > (few ?? 0) && (
        <Button size="sm" variant="ghost" className="self-start" onClick={() => setAll(true)}>
          {t('updates.show_all')}
        </Button>
      )}
      {updates && all && updates.length >= limit && (
        <Button
          size="sm"
          variant="ghost"
          className="self-start"
          onClick={() => setLimit(Math.min(999, limit * 3))}
        >
          {t('updates.show_older')}
        </Button>
      )}
    </div>
  )
}

interface ComposerProps {
  scope: UpdateSubject & { limit: number }
  field: UpdatesProps['field']
  latest: StatusUpdate | undefined
  /** Set if it was opened to write one. */
  onDone: (() => void) | undefined
}

/** Begins with the health of the last update: most say that nothing changed. */
function Composer({ scope, field, latest, onDone }: ComposerProps) {
  const { t } = useTranslation()
  const { id: me } = useMe()
  const post = usePostUpdate(scope)
  const draftKey = `update ${scope.id}`
  const [first, setFirst] = useState(() => ({ text: readLeftText(draftKey, me) ?? '', turn: 0 }))
  const typed = useRef(first.text)
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  const begin = (text: string) => {
    typed.current = text
    setFirst(({ turn }) => ({ text, turn: turn + 1 }))
  }

  /** Puts the text back into the field, unless something else is being written there. */
  function handleRefused(text: string) {
    // If the field was closed, the text stays stored until it is opened.
    if (!isMounted.current) return
    if (!typed.current.trim()) begin(text)
  }

  function handleCancel() {
    takeLeftText(draftKey, me)
    onDone?.()
  }

  return (
    <UpdateForm
      key={first.turn}
      ref={field}
      first={{ text: first.text, health: latest?.health ?? 'on_track' }}
      submitLabel={t('updates.post')}
      onType={(text) => {
        typed.current = text
        if (text.trim()) leaveText(draftKey, me, text)
        else takeLeftText(draftKey, me)
      }}
      autoFocus={onDone !== undefined}
      onCancel={onDone && handleCancel}
      onSubmit={(update) => {
        leaveText(draftKey, me, update.text)
        begin('')
        onDone?.()
        post.mutate(update, {
          onSuccess: () => takeLeftText(draftKey, me),
          onFailure: () => {
            handleRefused(update.text)
            return false
          },
        })
      }}
    />
  )
}
