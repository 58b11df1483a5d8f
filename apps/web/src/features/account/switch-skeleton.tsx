import { Skeleton } from '#ui/feedback/skeleton.tsx'

/** A row with a switch that is still loading. */
export function SwitchSkeleton() {
  return (
    <div className="flex items-center gap-4 py-4">
      <div className="flex grow flex-col gap-2">
        <Skeleton width={140} />
        <Skeleton width={320} className="max-w-full" />
      </div>
      <Skeleton width={28} height={16} />
    </div>
  )
}
