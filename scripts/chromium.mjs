import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ScriptError, withHeartbeat } from './terminal.mjs'
import { capture, node, root } from './tools.mjs'

// The same engine without a window: the tests take a third less time.
const shell = '/usr/bin/chromium-headless-shell'
const asRoot = process.getuid?.() === 0

/** The path of a working Chromium, installed with the system's package manager if needed. */
export async function ensureChromium({ isBeside = false } = {}) {
  const found = await findChromium()
  // A user's own machine keeps its Chromium; a container gets the faster one.
  if (found && (found === shell || !asRoot || process.env.CHROMIUM_PATH)) return found
  for (const command of await installers(found ? ['apt-get'] : undefined)) {
    const install = () => capture('sh', ['-c', command], { env: quietly })
    const { code } = await (isBeside ? install() : withHeartbeat('Installing Chromium', install))
    const installed = code === 0 && (await findChromium())
    if (installed) return installed
  }
  if (found) return found
  throw new ScriptError(
    'The browser tests need Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.',
  )
}

async function findChromium() {
  const places = [
    process.env.CHROMIUM_PATH,
    shell,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/usr/lib64/chromium-browser/chromium-browser',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    await playwrightsOwn(),
  ]
  for (const path of places) {
    if (path && existsSync(path) && (await runs(path))) return path
  }
  return undefined
}

// Ubuntu's /usr/bin/chromium-browser is a script that only says to install a snap.
async function runs(path) {
  const { code } = await capture(path, ['--version', '--no-sandbox'])
  return code === 0
}

async function playwrightsOwn() {
  const ask = "require('@playwright/test').chromium.executablePath()"
  const { code, output } = await capture(node, ['--print', ask], { cwd: join(root, 'e2e') })
  return code === 0 ? output : undefined
}

const quietly = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }

async function installers(programs) {
  const sudo = asRoot ? '' : 'sudo -n '
  const fonts = 'fonts-liberation fonts-noto-color-emoji'
  const aptGet = `${sudo}timeout 300 apt-get`
  const aptInstall = `${aptGet} install -y --no-install-recommends`
  const commands = {
    // Not every Debian or Ubuntu has the shell.
    'apt-get': `${aptGet} update && { ${aptInstall} chromium-headless-shell ${fonts} || ${aptInstall} chromium ${fonts}; }`,
    dnf: `${sudo}dnf install -y chromium liberation-fonts`,
    apk: `${sudo}apk add chromium font-liberation`,
    brew: 'brew install --cask chromium',
  }
  const present = []
  for (const program of programs ?? Object.keys(commands)) {
    const { code } = await capture('sh', ['-c', `command -v ${program}`])
    if (code === 0) present.push(commands[program])
  }
  return present
}
