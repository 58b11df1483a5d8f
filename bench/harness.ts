import { setTimeout as sleep } from 'node:timers/promises'
import type { Stage } from './stage.ts'

/** One line of the table. The target applies to `ratio`; for B9 that is the amount itself. */
export interface Line {
  id: string
  what: string
  floor: number | null
  product: number
  ratio: number
  target: number
  better: 'less' | 'more'
  unit: string
}

export interface Benchmark {
  id: string
  /** How floor and product were measured, in one sentence. */
  how: string
  run(stage: () => Promise<Stage>, million: () => Promise<Stage>): Promise<Line[]>
}

export const isMet = ({ ratio, target, better }: Line) =>
  better === 'less' ? ratio <= target : ratio >= target

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

export const median = (values: readonly number[]) => percentile(values, 0.5)

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

type Works<N extends string> = Record<N, () => Promise<unknown>>

interface Pace {
  rounds?: number
  times?: number
  /** A server that has run for a while is compiled by the JIT; a fresh one is not. */
  warmUp?: number
  /** Lets background work of a task finish, so that it is not measured with the next. */
  restMs?: number
}

/**
 * Runs the tasks alternately, so that a busy moment of the machine affects all alike, and returns
 * the medians of each round in milliseconds.
 */
export async function interleave<N extends string>(
  works: Works<N>,
  { rounds = 3, times = 400, warmUp = 1_500, restMs = 0 }: Pace = {},
): Promise<Record<N, number>[]> {
  const names = Object.keys(works) as N[]
  const medians: Record<N, number>[] = []
  for (let i = 0; i < warmUp; i += 1) for (const name of names) await works[name]()
  for (let round = 0; round < rounds; round += 1) {
    const taken = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
      N,
      number[]
    >
    for (let i = 0; i < times; i += 1) {
      for (const name of names) {
        if (restMs > 0) await sleep(restMs)
        taken[name].push(await timed(works[name]))
      }
    }
    medians.push(
      Object.fromEntries(names.map((name) => [name, median(taken[name])])) as Record<N, number>,
    )
  }
  return medians
}

/** The round with the median ratio, so that the three numbers belong together. */
export function middleRound(rounds: readonly { floor: number; product: number }[]) {
  const byRatio = rounds
    .map(({ floor, product }) => ({ floor, product, ratio: product / floor }))
    .toSorted((a, b) => a.ratio - b.ratio)
  return byRatio[Math.floor(byRatio.length / 2)] ?? { floor: 0, product: 0, ratio: 0 }
}
