import type { ReactNode } from 'react'
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx'

const grid = 'grid grid-cols-[repeat(auto-fill,minmax(min(280px,100%),1fr))] gap-3'

export function ProjectCards({ children, bare = false }: { children: ReactNode; bare?: boolean }) {
  return <div className={bare ? grid : `${grid} p-4`}>{children}</div>
}

export function ProjectCardsSkeleton({ bare = false }: { bare?: boolean }) {
  return (
    <SkeletonGroup>
      <ProjectCards bare={bare}>
        {[1, 2, 3, 4].map((card) => (
          <div
            key={card}
            className="flex h-58 flex-col overflow-hidden rounded-lg border border-line"
          >
            <Skeleton height={88} className="rounded-none!" />
            <div className="flex flex-col gap-4 p-4">
              <span className="flex items-center gap-3">
                <Skeleton width={36} height={36} className="rounded-lg!" />
                <Skeleton width={140} />
              </span>
              <Skeleton />
              <Skeleton width="60%" />
            </div>
          </div>
        ))}
      </ProjectCards>
    </SkeletonGroup>
  )
}
