import type { ClusterOutcome } from './torment-cluster.ts'

/** Service must be back this long after a part was lost. */
export const MAX_AWAY_MS = 15_000

export const isWell = ({ faults, kills, acknowledged }: ClusterOutcome) =>
  faults.length === 0 && acknowledged > 0 && kills.every(({ awayMs }) => awayMs <= MAX_AWAY_MS)

/** For people: how long service was away, by what was killed. */
export function tableOf(outcome: ClusterOutcome): string[] {
  const { acknowledged, refused, events, reloads, reconnects, paragraphs, faults, kills } = outcome
  const byVictim = Object.entries(Object.groupBy(kills, ({ victim }) => victim))
  const rows = byVictim.map(([victim, some = []]) => {
    const away = some.map(({ awayMs }) => awayMs).toSorted((a, b) => a - b)
    const middle = away[Math.floor(away.length / 2)] ?? 0
    const numbers = [away.length, away[0] ?? 0, middle, away.at(-1) ?? 0]
    return [victim, ...numbers.map(String)]
  })
  const head = ['killed', 'times', 'away ms, least', 'middle', 'most']
  const widths = head.map((word, n) =>
    Math.max(word.length, ...rows.map((row) => row[n]?.length ?? 0)),
  )
  const lines = [head, ...rows].map((row) =>
    row
      .map((cell, n) => (n === 0 ? cell.padEnd(widths[n] ?? 0) : cell.padStart(widths[n] ?? 0)))
      .join('  '),
  )
  return [
    ...lines,
    `${acknowledged} writes acknowledged, ${refused} refused; ${events} events in all browsers, ${reconnects} reconnects, ${reloads} times told of a lost event; ${paragraphs} paragraphs`,
    ...faults.slice(0, 50),
    `${faults.length} faults`,
  ]
}
