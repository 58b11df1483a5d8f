import type { LucideProps } from 'lucide-react'
import { createElement } from 'react'

interface Strokes {
  node: [tag: string, attributes: Record<string, string>][]
}

/** Replaces the library's icon component; see `build/lean-icons.ts`. */
export function drawn({ node }: Strokes) {
  const strokes = node.map(([tag, attributes]) => createElement(tag, attributes))
  return ({ size = 24, strokeWidth = 2, ...given }: LucideProps) =>
    createElement(
      'svg',
      {
        'aria-hidden': true,
        viewBox: '0 0 24 24',
        width: size,
        height: size,
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...given,
      },
      ...strokes,
    )
}
