/** The trend of a number, in a table cell; the chart above has it with links. */
export function StepBars({ values }: { values: readonly number[] }) {
  const most = Math.max(1, ...values)
  return (
    <span aria-hidden className="flex h-5 w-36 items-end gap-0.5 forced-color-adjust-none">
      {values.map((value, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
          key={index}
          className="min-w-px grow rounded-[1px] bg-(--chart-1)"
          style={{
            height: value > 0 ? Math.max(2, (20 * value) / most) : 1,
            opacity: index < values.length - 1 ? 0.55 : 1,
          }}
        />
      ))}
    </span>
  )
}
