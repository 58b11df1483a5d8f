import type { MarkedText } from '@cairn/contract'
import type { ReactNode } from 'react'

/** Plain text, never markup; matches are marked by weight and color. */
export function Marked({ of: { text, marks } }: { of: MarkedText }) {
  const parts: ReactNode[] = []
  let at = 0
  for (const [start = 0, end = 0] of marks) {
    parts.push(
      text.slice(at, start),
      <mark key={start} className="bg-transparent font-semibold text-accent-ink">
        {text.slice(start, end)}
      </mark>,
    )
    at = end
  }
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  )
}
