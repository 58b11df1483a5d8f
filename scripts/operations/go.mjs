import { systemEnv } from '../system-packages.mjs'
import { ScriptError } from '../terminal.mjs'
import { capture } from '../tools.mjs'

export async function go(args, { env = {}, cwd } = {}) {
  const { code, output } = await capture('go', args, {
    env: { ...systemEnv, GOFLAGS: '', ...env },
    ...(cwd && { cwd }),
  })
  if (code !== 0) throw new ScriptError(`go ${args.join(' ')}\n${output}`)
  return output
}

/** Returns the folder of a module's source, which cannot be written to. */
export async function downloadModule(module) {
  const { Dir } = JSON.parse(await go(['mod', 'download', '-json', module]))
  return Dir
}
