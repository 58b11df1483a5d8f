import type { LucideIcon } from 'lucide-react'
import { isValidElement, type ReactElement } from 'react'
import { classNames } from '../theme/class-names.ts'

export interface Drawing {
  size?: number
  strokeWidth?: number
  className?: string
}

/** One of `light-icons.tsx`. */
export type LightIcon = (drawing: Drawing) => ReactElement

/** A lucide icon, or an element that draws itself: `<StateIcon …>`, `<Avatar …>`. */
export type IconLike = LucideIcon | LightIcon | ReactElement

// Thinner lines on bigger icons, so that all of them look equally heavy.
const strokes: Record<number, number> = { 10: 3.2, 11: 2.4, 12: 2.1, 13: 2.2, 14: 1.9, 20: 1.6 }

interface IconProps {
  of: IconLike
  size?: number
  className?: string
}

export function Icon({ of: icon, size = 16, className }: IconProps) {
  if (isValidElement(icon)) return icon
  const Drawing = icon as LucideIcon
  return (
    <Drawing
      aria-hidden
      size={size}
      strokeWidth={strokes[size] ?? 1.75}
      className={classNames('block', className)}
    />
  )
}
