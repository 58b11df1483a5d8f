import type { Project, Role } from '@cairn/contract'
import { ChevronsUpDown, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { ApiError } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { fullNameOf } from '#entities/member/full-name.ts'
import { usePresentMembers } from '#entities/member/workspace-hooks.ts'
import { toPerson } from '#entities/workspace/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { Combobox } from '#ui/controls/combobox.tsx'
import { FieldError, fieldFrame } from '#ui/controls/field.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Select } from '#ui/controls/select.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Avatar } from '#ui/people/avatar.tsx'
import { counted } from '#ui/platform/number.ts'
import { classNames } from '#ui/theme/class-names.ts'
import { firstRoleFor, rolesFor } from './given-roles.ts'
import { type MemberOfProject, useAddProjectMembers } from './hooks.ts'

interface AddMembersDialogProps {
  slug: string
  project: Project
  /** The current members. */
  members: readonly MemberOfProject[]
  onClose: () => void
}

interface Row {
  key: number
  id: string | null
  role: Role | null
}

export default function AddMembersDialog({
  slug,
  project,
  members,
  onClose,
}: AddMembersDialogProps) {
  const { t } = useTranslation()
  const colleagues = usePresentMembers(slug) ?? []
  const [rows, setRows] = useState<Row[]>([{ key: 0, id: null, role: null }])
  const [tried, setTried] = useState(false)
  const add = useAddProjectMembers(slug, project.id)
  const ownRole = project.member_role ?? 0
  const inside = new Set(members.map(({ row }) => row.member))
  const outside = colleagues.filter(({ member }) => !inside.has(member.id))

  function set(key: number, change: Partial<Row>) {
    setRows(rows.map((row) => (row.key === key ? { ...row, ...change } : row)))
    // Clears the error, as the user is correcting the input.
    add.reset()
  }

  function pick(key: number, id: string) {
    const workspaceRole = outside.find(({ member }) => member.id === id)?.role ?? 0
    set(key, { id, role: firstRoleFor(workspaceRole, ownRole) })
  }

  function handleSubmit() {
    setTried(true)
    const wanted = rows.flatMap(({ id, role }) => (id && role ? [{ member_id: id, role }] : []))
    if (wanted.length < rows.length || add.isPending) return
    add.mutate(
      { members: wanted },
      {
        onSuccess: () => {
          onClose()
          toast({
            kind: 'success',
            title: t('project_settings.members.added', counted(wanted.length)),
          })
        },
      },
    )
  }

  return (
    <Dialog
      open
      title={t('project_settings.members.add_title')}
      description={t('project_settings.members.add_text')}
      onClose={() => !add.isPending && onClose()}
      onSubmit={handleSubmit}
      dismissible={rows.every(({ id }) => !id)}
      footer={
        <>
          <Button
            variant="ghost"
            className="mr-auto -ml-2.5"
            icon={Plus}
            disabled={rows.length >= outside.length}
            onClick={() =>
              setRows([...rows, { key: (rows.at(-1)?.key ?? 0) + 1, id: null, role: null }])
            }
          >
            {t('project_settings.members.add_more')}
          </Button>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            type="submit"
            variant="primary"
            busy={add.isPending}
            disabled={outside.length === 0}
          >
            {add.isPending
              ? t('project_settings.members.adding')
              : t('project_settings.members.add_these', { count: rows.length })}
          </Button>
        </>
      }
    >
      {outside.length === 0 ? (
        <p className="text-ink-2">{t('project_settings.members.everybody_in')}</p>
      ) : (
        <div className="flex flex-col gap-3">
          {rows.map((row, index) => {
            const chosen = outside.find(({ member }) => member.id === row.id)
            const taken = rows.flatMap(({ key, id }) => (key === row.key || !id ? [] : [id]))
            const label = t('project_settings.members.person_number', { number: index + 1 })
            const name = chosen?.member.display_name
            const shown = name ?? t('project_settings.members.choose_person')
            const missing = tried && !row.id
            return (
              <div key={row.key} className="flex items-start gap-2">
                <div className="min-w-0 grow">
                  <Combobox
                    label={t('project_settings.members.search_people')}
                    width={340}
                    options={outside
                      .filter(({ member }) => !taken.includes(member.id))
                      .map((person) => ({
                        value: person.member.id,
                        label: person.member.display_name,
                        hint: fullNameOf(person.member),
                        keywords: fullNameOf(person.member),
                        icon: <Avatar person={toPerson(person)} size={16} tooltip={false} />,
                      }))}
                    value={row.id}
                    onChange={(id) => pick(row.key, id)}
                    trigger={
                      <button
                        type="button"
                        aria-label={`${label}: ${shown}`}
                        className={classNames(fieldFrame('lg', missing), 'w-full text-left')}
                      >
                        {chosen && <Avatar person={toPerson(chosen)} size={20} tooltip={false} />}
                        <span
                          className={classNames('min-w-0 grow truncate', !name && 'text-ink-3')}
                        >
                          {shown}
                        </span>
                        <Icon of={ChevronsUpDown} size={14} className="text-ink-3" />
                      </button>
                    }
                  />
                  {missing && (
                    <FieldError>{t('project_settings.members.person_missing')}</FieldError>
                  )}
                </div>
                <div className="w-30 shrink-0">
                  <Select
                    size="lg"
                    hideLabel
                    label={t('project_settings.members.role_number', { number: index + 1 })}
                    placeholder={t('project_settings.members.choose_role')}
                    disabled={!chosen}
                    options={rolesFor(chosen?.role ?? 0, ownRole).map((role) => ({
                      value: role,
                      label: t(`shell.role.${role}`),
                    }))}
                    value={row.role}
                    onChange={(role) => set(row.key, { role })}
                  />
                </div>
                {rows.length > 1 && (
                  <IconButton
                    className="mt-1 -mr-2 max-md:mt-0"
                    icon={X}
                    label={t('project_settings.members.remove_row', { number: index + 1 })}
                    onClick={() => setRows(rows.filter(({ key }) => key !== row.key))}
                  />
                )}
              </div>
            )
          })}
          {add.isError && (
            <Banner tone="danger" boxed>
              <span className="wrap-anywhere">
                {(add.error instanceof ApiError && add.error.sentence) ||
                  t('errors.something_wrong')}
              </span>
            </Banner>
          )}
        </div>
      )}
    </Dialog>
  )
}
