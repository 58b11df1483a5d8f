import { Skeleton, SkeletonGroup } from '../feedback/skeleton.tsx'

// Uneven, so that it reads as titles; fixed, so that it does not jump between renders.
const titles = [240, 180, 280, 210, 160, 260, 200, 230]

/** Placeholders of list rows, in the slots of the real row. */
export function SkeletonRows({ count = 8 }: { count?: number }) {
  return (
    <SkeletonGroup>
      {Array.from({ length: count }, (_, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
          key={index}
          className="flex h-9 items-center gap-2 border-b border-line-subtle pr-3 pl-4 max-md:h-16"
        >
          <span className="w-3.5 max-md:hidden" />
          <Skeleton width={16} height={16} />
          <Skeleton width={56} className="max-md:hidden" />
          <div className="min-w-0 grow">
            <Skeleton width={titles[index % titles.length]} className="max-w-full" />
          </div>
          <span className="flex items-center gap-1.5 pl-4">
            <Skeleton width={64} className="max-md:hidden" />
            <Skeleton width={48} className="max-md:hidden" />
            <Skeleton width={20} height={20} />
          </span>
        </div>
      ))}
    </SkeletonGroup>
  )
}
