import { classNames } from '#ui/theme/class-names.ts'

/** From the ground up: a stone for each step. */
const stones = [
  'M164 246C252 246 296 262 296 288C296 315 250 324 158 324C66 324 22 315 22 288C22 262 70 246 164 246Z',
  'M150 172C220 172 258 187 258 210C258 234 224 242 152 242C84 242 52 234 52 210C52 187 86 172 150 172Z',
  'M172 108C226 108 248 121 248 141C248 162 222 168 168 168C112 168 88 162 88 141C88 121 118 108 172 108Z',
  'M156 52C196 52 214 63 214 80C214 98 194 104 154 104C116 104 98 98 98 80C98 63 120 52 156 52Z',
]

/** A cairn that grows with every completed step. */
export function CairnDrawing({ placed, total }: { placed: number; total: number }) {
  return (
    <svg
      viewBox="0 0 320 360"
      aria-hidden="true"
      className="relative block h-auto w-80 max-w-[60%]"
    >
      <g fill="none" stroke="var(--line-strong)">
        <path d="M8 330c60-12 98-15 152-15s92 3 152 15" opacity=".8" />
        <path d="M-20 344c72-16 120-20 180-20s108 4 180 20" opacity=".5" />
      </g>
      {stones.slice(0, total).map((stone, index) => {
        const isPlaced = index < placed
        const isNext = index === placed
        return (
          <path
            key={stone}
            d={stone}
            strokeWidth={isPlaced ? 1.25 : 1.75}
            strokeLinecap="round"
            strokeDasharray={isPlaced ? undefined : '5 5'}
            className={classNames(
              isPlaced &&
                (index === placed - 1
                  ? 'fill-accent-subtle stroke-accent-line'
                  : 'fill-hover stroke-line-strong'),
              !isPlaced && 'fill-none',
              isNext && 'stroke-accent',
              !isPlaced && !isNext && 'stroke-line-strong',
            )}
          />
        )
      })}
    </svg>
  )
}
