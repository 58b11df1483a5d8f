import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { readOne } from './b1-read-one.ts'
import { listWithFilters } from './b2-list.ts'
import { boardWithTotals } from './b3-board.ts'
import { flatness } from './b4-flatness.ts'
import { durableWrite } from './b5-durable-write.ts'
import { fanOut } from './b6-fan-out.ts'
import { interaction } from './b7-interaction.ts'
import { scrolling } from './b8-scroll.ts'
import { footprint } from './b9-footprint.ts'
import { firstView } from './b10-first-view.ts'
import { openCycle } from './b11-cycle.ts'
import { bulk } from './b12-bulk.ts'
import { mixedWrites } from './b13-mixed-writes.ts'
import { outbox } from './b14-outbox.ts'
import { search } from './b15-search.ts'
import { restore } from './b16-restore.ts'
import { properties } from './b17-properties.ts'
import type { Benchmark, Line } from './harness.ts'
import { plans } from './plans.ts'
import { say } from './say.ts'
import { signIn } from './sign-in.ts'
import { million, openStage, type Scene, type Stage } from './stage.ts'
import { printTable } from './table.ts'

/** `npm run bench` runs all, `npm run bench -- B1 B5` some; `--json FILE` also writes the numbers. */
const benchmarks: readonly Benchmark[] = [
  ...[readOne, listWithFilters, boardWithTotals, flatness, durableWrite, fanOut],
  ...[interaction, scrolling, footprint, firstView, openCycle, bulk],
  ...[mixedWrites, outbox, search, restore, properties, signIn, plans],
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'string' } },
})
const wanted = benchmarks.filter(({ id }) => positionals.length === 0 || positionals.includes(id))
const unknown = positionals.filter((name) => !benchmarks.some(({ id }) => id === name))
if (unknown.length > 0) {
  say(`There is no benchmark ${unknown.join(', ')}.`)
  process.exit(1)
}

const opened: Promise<Stage>[] = []
/** Filled on first use and shared by all benchmarks. */
function shared(scene: Scene) {
  let stage: Promise<Stage> | undefined
  return () => {
    if (stage) return stage
    stage = openStage(scene)
    opened.push(stage)
    return stage
  }
}
const stages = [shared({ items: 20_000 }), shared(million)] as const

const lines: Line[] = []
try {
  for (const benchmark of wanted) {
    say(`${benchmark.id}: ${benchmark.how}`)
    lines.push(...(await benchmark.run(...stages)))
  }
} catch (error) {
  for (const stage of opened) say((await stage).server.lastWords())
  // What was measured until then took minutes.
  printTable(lines)
  throw error
} finally {
  for (const stage of opened) await (await stage).close()
}
printTable(lines)
if (values.json) {
  const numbers = lines.map(({ id, floor, product, ratio, target, unit }) => {
    return { id, floor, product, ratio, target, unit }
  })
  await writeFile(values.json, `${JSON.stringify(numbers, null, 2)}\n`)
}
