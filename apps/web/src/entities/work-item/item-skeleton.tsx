import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx'

/** Two thirds text, one third properties. */
export function ItemSkeleton({ panel = true }: { panel?: boolean }) {
  return (
    <SkeletonGroup>
      <div className="flex gap-12 px-4 py-8">
        <div className="mx-auto flex w-180 max-w-full min-w-0 flex-col gap-4">
          <Skeleton width={120} />
          <Skeleton width="72%" height={24} />
          <Skeleton width="96%" className="mt-2" />
          <Skeleton width="88%" />
          <Skeleton width="54%" />
        </div>
        {panel && (
          <div className="flex w-70 flex-col gap-4 max-md:hidden">
            {[200, 160, 180, 140, 190, 170].map((width) => (
              <Skeleton key={width} width={width} />
            ))}
          </div>
        )}
      </div>
    </SkeletonGroup>
  )
}
