/** "TRAIL-412": figures in columns, the hyphen as written. */
export function Identifier({ value, className = '' }: { value: string; className?: string }) {
  const hyphen = value.lastIndexOf('-') + 1
  return (
    <span className={`whitespace-nowrap ${className}`}>
      {value.slice(0, hyphen)}
      <span className="tabular-nums">{value.slice(hyphen)}</span>
    </span>
  )
}
