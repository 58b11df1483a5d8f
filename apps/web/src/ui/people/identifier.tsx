/** "TRAIL-412": tabular figures, the hyphen unchanged. */
export function Identifier({ value, className = '' }: { value: string; className?: string }) {
  const hyphen = value.lastIndexOf('-') + 1
  return (
    <span className={`whitespace-nowrap ${className}`}>
      {value.slice(0, hyphen)}
      <span className="tabular-nums">{value.slice(hyphen)}</span>
    </span>
  )
}
