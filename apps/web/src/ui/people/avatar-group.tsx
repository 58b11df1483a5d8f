import { useTranslation } from '#data/i18n.ts'
import { Tooltip } from '../overlays/tooltip.tsx'
import { classNames } from '../theme/class-names.ts'
import { Avatar, type AvatarSize, avatarShape, NoAvatar, type Person } from './avatar.tsx'

const ring = '-ml-0.75 shadow-[0_0_0_1.5px_var(--row-bg,var(--surface))]'
const moreSizes: Record<AvatarSize, string> = {
  16: 'size-4',
  20: 'size-5',
  24: 'size-6',
  28: 'size-7',
  32: 'size-8',
}

interface AvatarGroupProps {
  people: readonly Person[]
  size?: AvatarSize
  tooltip?: boolean
}

/** Up to three; more show two and "+n". The ring takes the color of the row from `--row-bg`. */
export function AvatarGroup({ people, size = 20, tooltip = true }: AvatarGroupProps) {
  const { t } = useTranslation()
  if (people.length === 0)
    return <NoAvatar size={size} label={tooltip ? t('ui.no_assignee') : ''} />
  const [first] = people
  if (first && people.length === 1) return <Avatar person={first} size={size} tooltip={tooltip} />
  const shown = people.length > 3 ? people.slice(0, 2) : people
  const rest = people.slice(shown.length)
  const restNames = rest.map((person) => person.name).join(', ')
  return (
    <span className="inline-flex">
      {shown.map((person, index) => (
        <Avatar
          key={person.id}
          person={person}
          size={size}
          tooltip={tooltip}
          className={index > 0 ? ring : undefined}
        />
      ))}
      {rest.length > 0 && (
        <Tooltip label={tooltip && restNames}>
          <span
            data-avatar
            role="img"
            aria-label={restNames}
            className={classNames(
              avatarShape,
              moreSizes[size],
              ring,
              'bg-pressed text-[9.5px] font-[560] tracking-[-0.02em] text-ink-2',
            )}
          >
            +{rest.length}
          </span>
        </Tooltip>
      )}
    </span>
  )
}
