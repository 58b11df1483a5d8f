/**
 * Features and entities are folders with one-way imports between them. Fails on a cycle between two
 * folders of a layer, on more imports between them than the limits below (which are only lowered),
 * and if a feature of the web imports a file of another feature other than its entry in doors.json.
 */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'
import { main, say } from './terminal.mjs'
import { root } from './tools.mjs'

/** The folders of a layer, and the maximum number of imports between them. */
const layers = [
  { side: 'server', layer: 'features', limit: 347 },
  { side: 'web', layer: 'features', limit: 62, doors: 'features/doors.json' },
  { side: 'web', layer: 'entities', limit: 237 },
]

const exempt = /\.test\.tsx?$|\/test-kit\//

/** The folder of the layer that contains a path. */
const folderOf = (layer, file) => {
  const [first, folder, inside] = path.normalize(file).split(path.sep)
  return first === layer && inside ? folder : undefined
}

function importsOf(file) {
  const source = readFileSync(file, 'utf8')
  const { module } = parseSync(file, source)
  const dynamic = module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
    source.slice(start + 1, end - 1),
  )
  const fixed = [...module.staticImports, ...module.staticExports.flatMap(({ entries }) => entries)]
  return [...new Set([...fixed.map((one) => one.moduleRequest?.value), ...dynamic])]
}

/** For each pair of folders the imports from one to the other. */
function readArrows(side, layer) {
  const base = path.join(root, 'apps', side, 'src')
  const arrows = new Map()
  for (const file of globSync(`${layer}/**/*.{ts,tsx}`, { cwd: base })) {
    const from = folderOf(layer, file)
    if (!from || exempt.test(file)) continue
    for (const name of importsOf(path.join(base, file))) {
      if (!name || !/^[.#]/.test(name)) continue
      const target = name.startsWith('.') ? path.join(path.dirname(file), name) : name.slice(1)
      const to = folderOf(layer, target)
      if (!to || to === from) continue
      const arrow = `${from} → ${to}`
      const one = { place: `${file} imports ${name}`, inside: path.normalize(target) }
      arrows.set(arrow, [...(arrows.get(arrow) ?? []), one])
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

/** Imports that bypass an entry, and unused entries. */
function readBypasses(arrows, file, layer) {
  const doors = JSON.parse(readFileSync(file, 'utf8'))
  const used = new Set()
  const bypasses = []
  for (const [arrow, imports] of arrows) {
    const [, to] = arrow.split(' → ')
    const door = path.join(layer, to, doors[to] ?? 'no door')
    for (const { place, inside } of imports) {
      if (inside === door) used.add(to)
      else bypasses.push(`${place}, which is not the door of ${to}`)
    }
  }
  const unused = Object.keys(doors).filter((name) => !used.has(name))
  return [...bypasses, ...unused.map((name) => `nobody uses the door of ${name}`)]
}

main(() => {
  let failed = 0
  for (const { side, layer, limit, doors } of layers) {
    const arrows = readArrows(side, layer)
    const imports = [...arrows.values()].flat().length
    const circle = foldersInCircles(arrows)
    say(`${side}: ${imports} imports across ${layer}, ${circle.length} folders in circles`)
    const source = path.join(root, 'apps', side, 'src')
    const bypasses = doors ? readBypasses(arrows, path.join(source, doors), layer) : []
    for (const bypass of bypasses) say(`  ${bypass}`)
    if (bypasses.length > 0) failed = 1
    if (imports <= limit && circle.length === 0) continue
    failed = 1
    say(`Allowed are ${limit} imports and no circle. In circles are:`)
    for (const [arrow, places] of arrows) {
      const [from, to] = arrow.split(' → ')
      if (circle.includes(from) && circle.includes(to)) say(`  ${arrow}: ${places[0].place}`)
    }
  }
  return failed
})
