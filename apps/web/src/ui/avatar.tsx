import { User } from 'lucide-react'
import { useState } from 'react'
import { avatarColour, initialOf } from './avatar-colour.ts'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import { namedImage } from './named-image.ts'
import { Tooltip } from './tooltip.tsx'

export interface Person {
  id: string
  name: string
  /** Address of the photo. */
  photo?: string | null
}

export type AvatarSize = 16 | 20 | 24 | 28 | 32

const sizes: Record<AvatarSize, string> = {
  16: 'size-4 text-[9px]',
  20: 'size-5 text-[10.5px]',
  24: 'size-6 text-[12px]',
  28: 'size-7 text-[13px]',
  32: 'size-8 text-[14px]',
}

export const avatarShape =
  'inline-grid shrink-0 place-items-center rounded-full leading-none tracking-normal'

interface AvatarProps {
  person: Person
  size?: AvatarSize
  /** Off where the name stands beside it. */
  tooltip?: boolean
  className?: string
}

export function Avatar({ person, size = 20, tooltip = true, className }: AvatarProps) {
  const [broken, setBroken] = useState<string>()
  const photo = person.photo && person.photo !== broken ? person.photo : undefined
  const name = tooltip ? person.name : undefined
  const look = classNames(avatarShape, sizes[size], className)

  return (
    <Tooltip label={name}>
      {photo ? (
        <img
          data-avatar
          src={photo}
          alt={name ?? ''}
          onError={() => setBroken(photo)}
          className={classNames(look, 'bg-hover object-cover')}
        />
      ) : (
        <span
          data-avatar
          {...namedImage(name)}
          style={{ background: `var(--avatar-${avatarColour(person.id)})` }}
          className={classNames(look, 'pt-[0.16em] font-semibold text-(--on-avatar) select-none')}
        >
          {initialOf(person.name)}
        </span>
      )}
    </Tooltip>
  )
}

/** Nobody yet. */
export function NoAvatar({ size = 20, label }: { size?: AvatarSize; label?: string }) {
  return (
    <Tooltip label={label}>
      <span
        data-avatar
        {...namedImage(label)}
        className={classNames(
          avatarShape,
          sizes[size],
          'border border-dashed border-control text-ink-3',
        )}
      >
        <Icon of={User} size={size > 16 ? 11 : 10} />
      </span>
    </Tooltip>
  )
}
