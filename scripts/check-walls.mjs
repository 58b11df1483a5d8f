/**
 * Features are folders with arrows one way between them. Fails on a circle between feature folders,
 * and on more imports across features than the limits below: they only go down.
 */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'
import { main, say } from './terminal.mjs'
import { root } from './tools.mjs'

const limits = {
  server: { inCircles: 0, imports: 286 },
  web: { inCircles: 0, imports: 207 },
}

const exempt = /\.test\.tsx?$|\/test-kit\//

/** The feature folder a path lies in. */
const featureOf = (file) => /^features\/([^/]+)\//.exec(file)?.[1]

function importsOf(file) {
  const source = readFileSync(file, 'utf8')
  const { module } = parseSync(file, source)
  const dynamic = module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
    source.slice(start + 1, end - 1),
  )
  const fixed = [...module.staticImports, ...module.staticExports.flatMap(({ entries }) => entries)]
  return [...new Set([...fixed.map((one) => one.moduleRequest?.value), ...dynamic])]
}

/** Of each pair of features the imports from one to the other. */
function readArrows(side) {
  const base = path.join(root, 'apps', side, 'src')
  const arrows = new Map()
  for (const file of globSync('features/**/*.{ts,tsx}', { cwd: base })) {
    const from = featureOf(file)
    if (!from || exempt.test(file)) continue
    for (const name of importsOf(path.join(base, file))) {
      if (!name) continue
      const target = name.startsWith('.') ? path.join(path.dirname(file), name) : name.slice(1)
      const to = name.startsWith('.') || name.startsWith('#') ? featureOf(target) : undefined
      if (!to || to === from) continue
      const arrow = `${from} → ${to}`
      arrows.set(arrow, [...(arrows.get(arrow) ?? []), `${file} imports ${name}`])
    }
  }
  return arrows
}

/** The folders that can be reached from themselves. */
function foldersInCircles(arrows) {
  const next = new Map()
  for (const arrow of arrows.keys()) {
    const [from, to] = arrow.split(' → ')
    next.set(from, [...(next.get(from) ?? []), to])
  }
  return [...next.keys()].filter((start) => {
    const seen = new Set()
    const waiting = [...(next.get(start) ?? [])]
    for (let one = waiting.pop(); one; one = waiting.pop()) {
      if (seen.has(one)) continue
      seen.add(one)
      waiting.push(...(next.get(one) ?? []))
    }
    return seen.has(start)
  })
}

main(() => {
  let failed = 0
  for (const [side, limit] of Object.entries(limits)) {
    const arrows = readArrows(side)
    const imports = [...arrows.values()].flat().length
    const circle = foldersInCircles(arrows)
    say(`${side}: ${imports} imports across features, ${circle.length} folders in circles`)
    if (imports > limit.imports || circle.length > limit.inCircles) {
      failed = 1
      say(`Allowed are ${limit.imports} imports and ${limit.inCircles} folders. In circles are:`)
      for (const [arrow, places] of arrows) {
        const [from, to] = arrow.split(' → ')
        if (circle.includes(from) && circle.includes(to)) say(`  ${arrow}: ${places[0]}`)
      }
    }
  }
  return failed
})
