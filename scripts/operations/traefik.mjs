import { chmodSync, cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { withHeartbeat } from '../terminal.mjs'
import { downloadModule, go } from './go.mjs'

const TRAEFIK = 'github.com/traefik/traefik/v3@v3.3.4'

/**
 * Traefik, built into `folder` from its source: Debian has no package of it, and `go install` rejects
 * a module that replaces others. Returns its path.
 */
export const buildTraefik = (folder) =>
  withHeartbeat('Building Traefik', async () => {
    const source = join(folder, 'source')
    cpSync(await downloadModule(TRAEFIK), source, { recursive: true })
    for (const name of ['.', ...readdirSync(source, { recursive: true })]) {
      chmodSync(join(source, name), 0o755)
    }
    const program = join(folder, 'traefik')
    await go(['build', '-o', program, './cmd/traefik'], { cwd: source })
    return program
  })
