import type { InstanceUser } from '@cairn/contract'
import { Ellipsis, KeyRound, UserCheck, UserX } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useInstanceAdmins } from '#entities/instance/admin-hooks.ts'
import { ListHead } from '#entities/instance/list-head.tsx'
import { PagedPanel } from '#entities/instance/paged-panel.tsx'
import { useGodModeTitle } from '#entities/instance/use-god-mode-title.ts'
import { useSettled } from '#entities/instance/use-settled.ts'
import { SettingsPage, SettingsSection } from '#ui/controls/form-layout.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { shortDate } from '#ui/dates/day.ts'
import { dayOfMoment } from '#ui/dates/own-zone.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { Avatar } from '#ui/people/avatar.tsx'
import { Tag } from '#ui/people/badge.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import { useDeactivateUser, useInstanceUsers, useReactivateUser } from './hooks.ts'
import { ResetLinkDialog, useResetLink } from './reset-link-dialog.tsx'

export function InstanceUsersScreen() {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const search = useSettled(typed.trim())
  const list = useInstanceUsers(search)
  const admins = new Set(useInstanceAdmins().data?.map(({ user }) => user))
  const total = list.data?.pages.at(-1)?.total_results
  const deactivate = useDeactivateUser(search)
  const reactivate = useReactivateUser(search)
  const [asked, setAsked] = useState<InstanceUser>()
  const [asking, setAsking] = useState(false)
  const reset = useResetLink()
  useGodModeTitle(t('god_mode.users.title'))

  function ask(user: InstanceUser) {
    setAsked(user)
    setAsking(true)
  }

  function handleConfirm() {
    setAsking(false)
    if (asked) deactivate.mutate(asked)
  }

  return (
    <SettingsPage title={t('god_mode.users.title')} description={t('god_mode.users.description')}>
      <SettingsSection>
        <ListHead
          title={t('god_mode.users.all')}
          total={total}
          searchLabel={t('god_mode.users.search')}
          typed={typed}
          onType={setTyped}
        />
        <PagedPanel list={list} search={search} empty={t('god_mode.users.empty')}>
          {(user) => (
            <UserRow
              key={user.id}
              user={user}
              isAdmin={admins.has(user.id)}
              onDeactivate={() => ask(user)}
              onReactivate={() => reactivate.mutate(user)}
              onReset={() => void reset.make(user)}
            />
          )}
        </PagedPanel>
      </SettingsSection>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={handleConfirm}
        icon={UserX}
        title={t('god_mode.users.deactivate_title', { name: asked?.display_name })}
        confirmLabel={t('god_mode.users.deactivate')}
      >
        {t('god_mode.users.deactivate_text', { email: asked?.email })}
      </ConfirmDialog>
      <ResetLinkDialog made={reset.made} open={reset.isOpen} onClose={reset.close} />
    </SettingsPage>
  )
}

interface UserRowProps {
  user: InstanceUser
  isAdmin: boolean
  onDeactivate: () => void
  onReactivate: () => void
  onReset: () => void
}

function UserRow({ user, isAdmin, onDeactivate, onReactivate, onReset }: UserRowProps) {
  const { t } = useTranslation()
  const { id, display_name, email, avatar_url, is_active, last_login_time } = user
  return (
    <div className="flex min-h-13 items-center gap-3 py-2 pr-2 pl-3 hover:bg-hover">
      <Avatar person={{ id, name: display_name, photo: avatar_url }} size={28} tooltip={false} />
      <div className="min-w-0 grow">
        <div className="flex min-w-0 items-center gap-2">
          <span className={classNames('truncate font-medium', !is_active && 'text-ink-3')}>
            {display_name}
          </span>
          {isAdmin && <Tag tone="accent">{t('god_mode.users.admin')}</Tag>}
          {!is_active && <Tag>{t('god_mode.users.deactivated')}</Tag>}
        </div>
        <p className="truncate text-ink-2">{email}</p>
      </div>
      <span className="shrink-0 text-small text-ink-3 tabular-nums max-md:hidden">
        {last_login_time
          ? t('god_mode.users.last_seen', { date: shortDate(dayOfMoment(last_login_time)) })
          : t('god_mode.users.never_seen')}
      </span>
      <span className="grid w-7 shrink-0 place-items-center max-md:w-11">
        {/* Not for admins: the server refuses until they are removed as admins. */}
        {!isAdmin && (
          <Menu
            align="end"
            trigger={
              <IconButton
                icon={Ellipsis}
                label={t('god_mode.users.more', { name: display_name })}
              />
            }
            items={[
              ...(is_active
                ? [{ label: t('god_mode.users.reset'), icon: KeyRound, onSelect: onReset }]
                : []),
              is_active
                ? {
                    label: t('god_mode.users.deactivate'),
                    icon: UserX,
                    danger: true,
                    onSelect: onDeactivate,
                  }
                : {
                    label: t('god_mode.users.reactivate'),
                    icon: UserCheck,
                    onSelect: onReactivate,
                  },
            ]}
          />
        )}
      </span>
    </div>
  )
}
