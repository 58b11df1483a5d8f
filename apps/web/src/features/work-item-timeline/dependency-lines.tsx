import { X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import {
  arrowEnds,
  type Dependency,
  dependencyKey,
  elbow,
  type Placed,
} from '#entities/timeline/dependencies.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { classNames } from '#ui/theme/class-names.ts'

/** A dependency with both its blocks on the chart. */
export interface Arrow {
  dependency: Dependency
  blocker: Placed
  blocked: Placed
  /** The blocked item starts before the blocking one is done. */
  conflict: boolean
  /** "TRAIL-1 blocks TRAIL-2" */
  label: string
  canRemove: boolean
}

interface DependencyLinesProps {
  arrows: readonly Arrow[]
  /** The arrow being drawn. */
  draft: { from: { x: number; y: number }; to: { x: number; y: number } } | undefined
  left: number
  top: number
  onRemove: (dependency: Dependency) => void
}

const isRemover = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[data-remover]') !== null

/** Dependencies, over the rows and under the blocks. */
export function DependencyLines({ arrows, draft, left, top, onRemove }: DependencyLinesProps) {
  const { t } = useTranslation()
  const [hovered, setHovered] = useState<string>()
  return (
    <div className="pointer-events-none absolute z-0" style={{ left, top }}>
      <svg
        className="absolute overflow-visible"
        width={1}
        height={1}
        role="img"
        aria-label={t('timeline.dependencies')}
      >
        {arrows.map(({ dependency, blocker, blocked, conflict, label, canRemove }) => {
          const key = dependencyKey(dependency)
          const { from, to } = arrowEnds(blocker, blocked)
          const path = elbow(from, { ...to, x: to.x - 5 })
          return (
            <g
              key={key}
              data-conflict={conflict || undefined}
              className={conflict ? 'text-danger' : 'text-ink-3'}
              onPointerEnter={() => canRemove && setHovered(key)}
              onPointerLeave={({ relatedTarget }) =>
                !isRemover(relatedTarget) && setHovered(undefined)
              }
            >
              <title>{label}</title>
              <path
                d={path}
                fill="none"
                stroke="currentColor"
                strokeWidth={hovered === key ? 2 : 1.5}
              />
              <path
                d={`M${to.x - 6} ${to.y - 3.5}L${to.x} ${to.y}L${to.x - 6} ${to.y + 3.5}Z`}
                fill="currentColor"
              />
              <path
                d={path}
                fill="none"
                stroke="transparent"
                strokeWidth={12}
                style={{ pointerEvents: 'stroke' }}
              />
            </g>
          )
        })}
        {draft && (
          <path
            d={elbow(draft.from, draft.to)}
            fill="none"
            className="text-accent"
            stroke="currentColor"
            strokeWidth={1.5}
            strokeDasharray="4 3"
          />
        )}
      </svg>
      {arrows.map(({ dependency, blocker, blocked, label, canRemove }) => {
        const key = dependencyKey(dependency)
        if (!canRemove) return null
        const { from, to } = arrowEnds(blocker, blocked)
        return (
          <button
            key={key}
            type="button"
            data-remover=""
            aria-label={t('timeline.remove_dependency', { dependency: label })}
            data-tip={t('timeline.remove_dependency', { dependency: label })}
            onPointerLeave={() => setHovered(undefined)}
            onBlur={() => setHovered(undefined)}
            onClick={() => onRemove(dependency)}
            className={classNames(
              'absolute grid size-5 touch:size-6 -translate-1/2 place-items-center rounded-full border border-line-strong bg-raised text-ink-2 shadow-lift-1 hover:text-danger-ink focus-visible:opacity-100',
              hovered === key ? 'pointer-events-auto' : 'until-hover touch:pointer-events-auto',
            )}
            // Half a row from its start: the line passes there in either direction.
            style={{ left: from.x + 10, top: from.y + Math.sign(to.y - from.y) * 14 }}
          >
            <Icon of={X} size={12} />
          </button>
        )
      })}
    </div>
  )
}
