import { clockText, useSecondsSince } from './timer.ts'

/** How long it runs. Screen readers read it when asked, and not each second. */
export function Clock({ since, className = '' }: { since: string; className?: string }) {
  return (
    <span role="timer" aria-live="off" className={`font-medium tabular-nums ${className}`}>
      {clockText(useSecondsSince(since))}
    </span>
  )
}
