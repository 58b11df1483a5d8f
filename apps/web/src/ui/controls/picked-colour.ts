import type { CSSProperties } from 'react'
import { classNames } from '../theme/class-names.ts'

/**
 * Props for an element in a color picked by users (hex from the database). Its lightness is
 * adjusted to be readable on the theme; spread them: `<svg {...picked(state.color)}>`.
 */
export function picked(
  colour: string | null | undefined,
  className?: string,
): { className?: string; style?: CSSProperties } {
  if (!colour) return { className }
  return {
    className: classNames('picked', className),
    style: { '--picked': colour } as CSSProperties,
  }
}
