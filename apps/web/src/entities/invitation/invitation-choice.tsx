import type { Invitation } from '@cairn/contract'
import { CircleCheck } from 'lucide-react'
import { type TextKey, useTranslation } from '#data/i18n.ts'
import { WorkspaceTile } from '#entities/workspace/workspace-tile.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { classNames } from '#ui/theme/class-names.ts'

const MAX_NAME_LENGTH = 30

const cut = (name: string) =>
  name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name

interface InvitationChoiceProps {
  invitations: readonly Invitation[]
  chosen: ReadonlySet<string>
  onToggle: (id: string) => void
}

/** The user's invitations, with a checkbox for each. */
export function InvitationChoice({ invitations, chosen, onToggle }: InvitationChoiceProps) {
  const { t } = useTranslation()
  return (
    <ul className="flex flex-col gap-2">
      {invitations.map(({ id, role, workspace }) => (
        <li key={id}>
          <label
            className={classNames(
              'relative flex min-h-13 items-center gap-3 rounded-lg border px-3 has-focus-visible:outline-2 has-focus-visible:outline-focus',
              chosen.has(id) ? 'border-accent-line bg-selected' : 'border-line hover:bg-hover',
            )}
          >
            <WorkspaceTile name={workspace.name} logo={workspace.logo_url} />
            <span className="min-w-0 grow">
              <span className="block truncate font-medium" title={workspace.name}>
                {cut(workspace.name)}
              </span>
              <span className="block text-small text-ink-3">
                {t(`shell.role.${role}` as TextKey)}
              </span>
            </span>
            <input
              type="checkbox"
              className="absolute inset-0 size-full appearance-none opacity-0"
              checked={chosen.has(id)}
              onChange={() => onToggle(id)}
            />
            <Icon
              of={CircleCheck}
              size={20}
              className={chosen.has(id) ? 'text-accent' : 'text-line-strong'}
            />
          </label>
        </li>
      ))}
    </ul>
  )
}
