import type { CSSProperties } from 'react'
import { classNames } from '../theme/class-names.ts'

/**
 * Props for something in a colour people picked (hex from the database). Its lightness is pulled
 * into what reads on the theme; spread them: `<svg {...picked(state.color)}>`.
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
