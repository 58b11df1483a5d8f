/**
 * Refuses identifiers made of words that earlier code used in a private sense. The glossary in
 * CONTRIBUTING.md names what to use instead. Migrations are left as they ran.
 */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { complain, main } from './terminal.mjs'
import { root } from './tools.mjs'

/** Each word, and what to call it. */
const refused = [
  [/deeds?$|deeds?[A-Z_]/i, 'action'],
  [/^tell|Tell[A-Z]|^told$|Told|_told$/, 'emit, notify or message'],
  [/^hold[A-Z]|^Hold[A-Z]|^held|Held/, 'lock, or stable'],
  [/^kept|Kept|KEPT|^keep|[a-z]Keep/, 'cached, saved, stored or retained'],
  [/^Place$|[a-z]Place$/, 'ProjectRef, ListSource, target or position'],
  [/^MOST_|^LONGEST|^FEW$|^MANY$/, 'MAX_… or …_LIMIT'],
  [/^wish|Wish|^doubt|Doubt/, 'intent, or stale'],
  [/^brought|Brought|^bringBack/, 'external id, or restore'],
  [/[vV]ocabulary/, 'references, or Dialect'],
  [/^whoever|Whoever|somebodys/, 'user, caller or member'],
]
/** Of libraries and the platform, or plain English. */
const allowed = new Set([
  'keepAlive',
  'keepalive',
  'keepPreviousData',
  'withoutKeepAlive',
  'inPlace',
])

const pattern = '{apps/*/{src,public,build},packages/*/src,e2e,bench,scripts}/**/*.{ts,tsx,mjs,js}'
const sources = globSync(pattern, { cwd: root }).filter(
  (file) => !/\/migrations\/|node_modules/.test(file),
)

function refusedIn(file) {
  const found = new Map()
  const look = ({ name }) => {
    if (allowed.has(name)) return
    const [, instead] = refused.find(([word]) => word.test(name)) ?? []
    if (instead) found.set(name, instead)
  }
  const { program } = parseSync(file, readFileSync(path.join(root, file), 'utf8'))
  new Visitor({ Identifier: look, JSXIdentifier: look }).visit(program)
  return [...found].map(([name, instead]) => `${file}: ${name} (say ${instead})`)
}

main(() => {
  const faults = sources.flatMap(refusedIn)
  for (const fault of faults) complain(fault)
  return faults.length > 0 ? 1 : 0
})
