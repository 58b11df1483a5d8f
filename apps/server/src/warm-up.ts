import module from 'node:module'
import { cacheCompiledCode } from './compile-cache.ts'

/** Run once after the build, so that even the first start finds compiled code. */
async function warmUp() {
  cacheCompiledCode()
  await Promise.all([
    import('./serve.ts'),
    import('./kernel/database/embedded/start-embedded.ts'),
    import('./kernel/explain-start.ts'),
    // Not loaded at start, but by the first request of an API client.
    import('./features/public-api/app.ts'),
  ])
  module.flushCompileCache()
}

void warmUp()
