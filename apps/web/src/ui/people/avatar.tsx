import { type ReactNode, useState } from 'react'
import { Icon } from '../icons/icon.tsx'
import { User } from '../icons/light-icons.tsx'
import { namedImage } from '../icons/named-image.ts'
import { Tooltip } from '../overlays/tooltip.tsx'
import { classNames } from '../theme/class-names.ts'
import { avatarColour, initialOf } from './avatar-colour.ts'

export interface Person {
  id: string
  name: string
  /** URL of the photo. */
  photo?: string | null
  /** A bot account. */
  isBot?: boolean
  /** Distinguishes users of the same name, where it may be shown. */
  email?: string | undefined
}

export type AvatarSize = 16 | 20 | 24 | 28 | 32

const sizes: Record<AvatarSize | 64, string> = {
  16: 'size-4 text-[9px]',
  20: 'size-5 text-[10.5px]',
  24: 'size-6 text-[12px]',
  28: 'size-7 text-[13px]',
  32: 'size-8 text-[14px]',
  64: 'size-16 text-[26px]',
}

export const avatarShape =
  'inline-grid shrink-0 place-items-center rounded-full leading-none tracking-normal'

interface AvatarProps {
  person: Person
  /** 64 where the picture is the main content. */
  size?: AvatarSize | 64
  /** Off if the name is beside it. */
  tooltip?: boolean
  className?: string
}

export function Avatar({ person, size = 20, tooltip = true, className }: AvatarProps) {
  const name = tooltip ? person.name : undefined
  const look = classNames(avatarShape, sizes[size], className)
  const initial = (
    <Tooltip label={name}>
      <span
        data-avatar
        {...namedImage(name)}
        style={{ background: `var(--avatar-${avatarColour(person.id)})` }}
        // Drawn by CSS, not text: otherwise it would become part of a button's name.
        data-initial={initialOf(person.name)}
        className={classNames(
          look,
          'pt-[0.16em] font-semibold text-(--on-avatar) before:content-[attr(data-initial)]',
        )}
      />
    </Tooltip>
  )
  if (!person.photo) return initial
  return <Photo source={person.photo} name={name} look={look} fallback={initial} />
}

interface PhotoProps {
  source: string
  name: string | undefined
  look: string
  fallback: ReactNode
}

function Photo({ source, name, look, fallback }: PhotoProps) {
  const [broken, setBroken] = useState<string>()
  if (source === broken) return fallback
  return (
    <Tooltip label={name}>
      <img
        data-avatar
        src={source}
        alt={name ?? ''}
        onError={() => setBroken(source)}
        className={classNames(look, 'bg-hover object-cover')}
      />
    </Tooltip>
  )
}

/** Placeholder for no user. */
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
