import { type InstanceAdmin, readEmail } from '@cairn/contract'
import { Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { ApiError } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure, sentenceOf } from '#data/notify-failure.ts'
import {
  personOf,
  useAddInstanceAdmin,
  useAdmin,
  useInstanceAdmins,
  useRemoveInstanceAdmin,
} from '#entities/instance/admin-hooks.ts'
import { ListFailure } from '#entities/instance/list-failure.tsx'
import { useGodModeTitle } from '#entities/instance/use-god-mode-title.ts'
import { Button } from '#ui/controls/button.tsx'
import { Panel, SettingsPage, SettingsSection } from '#ui/controls/form-layout.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Input } from '#ui/controls/input.tsx'
import { longDate } from '#ui/dates/day.ts'
import { dayOfMoment } from '#ui/dates/own-zone.ts'
import { toast } from '#ui/feedback/toast.ts'
import { SkeletonRows } from '#ui/lists/skeleton-rows.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Avatar } from '#ui/people/avatar.tsx'
import { Tag } from '#ui/people/badge.tsx'

export function InstanceAdminsScreen() {
  const { t } = useTranslation()
  const me = useAdmin()
  const { data: admins, isError, refetch } = useInstanceAdmins()
  const remove = useRemoveInstanceAdmin()
  const [asked, setAsked] = useState<InstanceAdmin>()
  const [asking, setAsking] = useState(false)
  useGodModeTitle(t('god_mode.admins.title'))
  const isMyself = asked?.user === me.id

  function ask(admin: InstanceAdmin) {
    setAsked(admin)
    setAsking(true)
  }

  function handleConfirm() {
    if (!asked || remove.isPending) return
    remove.mutate(asked.id, {
      onSuccess: () => {
        // A removed admin's session ends.
        if (isMyself) location.assign('/god-mode/')
        setAsking(false)
      },
      onError: (error) => {
        setAsking(false)
        notifyFailure(t('god_mode.admins.not_removed'), error)
      },
    })
  }

  return (
    <SettingsPage title={t('god_mode.admins.title')} description={t('god_mode.admins.description')}>
      <SettingsSection>
        <AddAdmin admins={admins ?? []} />
      </SettingsSection>
      <SettingsSection title={t('god_mode.admins.all')}>
        {!admins && !isError && <SkeletonRows count={3} />}
        {!admins && isError && <ListFailure onRetry={() => void refetch()} />}
        {admins && (
          <Panel>
            {admins.map((admin) => (
              <AdminRow
                key={admin.id}
                admin={admin}
                isMe={admin.user === me.id}
                isLast={admins.length === 1}
                onRemove={() => ask(admin)}
              />
            ))}
          </Panel>
        )}
      </SettingsSection>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={handleConfirm}
        busy={remove.isPending}
        busyLabel={t('god_mode.admins.removing')}
        title={t('god_mode.admins.remove_title', { name: asked?.user_detail.display_name })}
        confirmLabel={t('god_mode.admins.remove')}
      >
        {t(isMyself ? 'god_mode.admins.remove_self_text' : 'god_mode.admins.remove_text')}
      </ConfirmDialog>
    </SettingsPage>
  )
}

function AddAdmin({ admins }: { admins: InstanceAdmin[] }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const add = useAddInstanceAdmin()

  function problemOf(error: unknown) {
    const unknown = error instanceof ApiError && error.status === 404
    return unknown
      ? t('god_mode.admins.unknown')
      : (sentenceOf(error) ?? t('god_mode.admins.not_added'))
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (add.isPending) return
    const email = readEmail(typed)
    if (!email) return setProblem(t('god_mode.admins.invalid'))
    if (admins.some(({ user_detail }) => user_detail.email === email)) {
      return setProblem(t('god_mode.admins.already'))
    }
    add.mutate(email, {
      onSuccess: ({ user_detail }) => {
        setTyped('')
        toast({
          kind: 'success',
          title: t('god_mode.admins.added', { name: user_detail.display_name }),
        })
      },
      onError: (error) => setProblem(problemOf(error)),
    })
  }

  return (
    <form className="flex items-start gap-2" onSubmit={handleSubmit} noValidate>
      <div className="w-80 max-w-full">
        <Input
          hideLabel
          type="email"
          label={t('god_mode.admins.email')}
          placeholder={t('god_mode.admins.email_sample')}
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setProblem(undefined)
          }}
          error={problem}
        />
      </div>
      <Button type="submit" busy={add.isPending} disabled={!typed.trim()}>
        {add.isPending ? t('god_mode.admins.adding') : t('god_mode.admins.add')}
      </Button>
    </form>
  )
}

interface AdminRowProps {
  admin: InstanceAdmin
  isMe: boolean
  isLast: boolean
  onRemove: () => void
}

function AdminRow({ admin, isMe, isLast, onRemove }: AdminRowProps) {
  const { t } = useTranslation()
  const person = personOf(admin.user_detail)
  return (
    <div className="flex min-h-13 items-center gap-3 py-2 pr-2 pl-3 hover:bg-hover">
      <Avatar person={person} size={28} tooltip={false} />
      <div className="min-w-0 grow">
        <div className="flex min-w-0 items-center gap-2">
          <span className="truncate font-medium">{person.name}</span>
          {isMe && <Tag>{t('god_mode.admins.you')}</Tag>}
        </div>
        <p className="truncate text-ink-2">{admin.user_detail.email}</p>
      </div>
      <span className="shrink-0 text-small text-ink-3 tabular-nums max-md:hidden">
        {t('god_mode.admins.since', { date: longDate(dayOfMoment(admin.created_at)) })}
      </span>
      <IconButton
        icon={Trash2}
        label={
          isLast
            ? t('god_mode.admins.last')
            : t('god_mode.admins.remove_name', { name: person.name })
        }
        disabled={isLast}
        onClick={onRemove}
      />
    </div>
  )
}
