/** Placeholder of a row being loaded. */
export function GapRow({ index, sidebar }: { index: number; sidebar: number }) {
  return (
    <div aria-hidden className="h-11 border-b border-line-subtle">
      <div
        className="pulse sticky left-0 z-2 flex h-full items-center gap-2 border-r border-line bg-surface px-4"
        style={{ width: sidebar }}
      >
        <span className="block h-2.5 w-14 shrink-0 rounded-full bg-hover max-md:hidden" />
        <span
          className="block h-2.5 rounded-full bg-hover"
          style={{ width: 90 + ((index * 37) % 110) }}
        />
      </div>
    </div>
  )
}
