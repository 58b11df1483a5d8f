import { type CSSProperties, Suspense } from 'react'
import { lazy } from '../platform/lazy.ts'
import { Icon, type IconLike } from './icon.tsx'
import { emojiOf, type LogoValue } from './logo-value.ts'

const LogoIcon = lazy(() => import('./logo-icon.tsx'))

interface LogoMarkProps {
  value: LogoValue | null | undefined
  /** 16 in navigation, 20 in headers; larger on cards. */
  size?: number
  /** Shown if nothing was picked. */
  fallback: IconLike
}

/** The logo users picked for a project, module, view or page: an emoji, or an icon on a tile. */
export function LogoMark({ value, size = 16, fallback }: LogoMarkProps) {
  const emoji = value?.in_use === 'emoji' ? emojiOf(value.emoji?.value) : undefined
  const box: CSSProperties = { width: size, height: size }
  if (emoji) {
    return (
      <span
        aria-hidden
        style={{ ...box, fontSize: size * 0.875, lineHeight: 1 }}
        className="inline-grid shrink-0 place-items-center"
      >
        {emoji}
      </span>
    )
  }
  const icon = value?.in_use === 'icon' ? value.icon : undefined
  if (!icon?.name) return <Icon of={fallback} size={size} className="text-ink-3" />
  const tile = icon.background_color ?? icon.color ?? 'var(--avatar-slate)'
  const line = icon.background_color ? icon.color : 'var(--on-avatar)'
  return (
    <span
      aria-hidden
      style={{ ...box, borderRadius: size / 4, background: tile, color: line }}
      className="inline-grid shrink-0 place-items-center forced-color-adjust-none"
    >
      <Suspense>
        <LogoIcon name={icon.name} size={Math.round(size * 0.67)} />
      </Suspense>
    </span>
  )
}
