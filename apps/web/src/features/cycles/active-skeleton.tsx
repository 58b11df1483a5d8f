import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx'

/** Placeholder of the three cards, in their size. */
export function ActiveSkeleton() {
  return (
    <SkeletonGroup>
      <div className="@container border-b border-line-subtle bg-canvas p-4">
        <div className="grid gap-4 @3xl:grid-cols-3">
          {['progress', 'chart', 'behind'].map((card) => (
            <div
              key={card}
              className="flex h-70 flex-col gap-4 rounded-lg border border-line bg-surface px-4 py-5"
            >
              {[96, 220, 180, 200].map((width) => (
                <Skeleton key={width} width={width} className="max-w-full" />
              ))}
            </div>
          ))}
        </div>
      </div>
    </SkeletonGroup>
  )
}
