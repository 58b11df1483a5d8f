const bar = 'block h-2.5 shrink-0 rounded-[5px] bg-hover'

/** Placeholder of a row being loaded by the list. One animation, because there are hundreds. */
export function GapRow({ index }: { index: number }) {
  return (
    <div aria-hidden className="border-b border-line-subtle">
      <div className="pulse flex h-8.75 items-center gap-2 pr-3 pl-[38px] max-md:h-21 max-md:pl-4">
        <span className="block size-4 shrink-0 rounded-lg bg-hover" />
        <span className={`${bar} w-14 max-md:hidden`} />
        <span className={bar} style={{ width: 140 + ((index * 37) % 160) }} />
      </div>
    </div>
  )
}
