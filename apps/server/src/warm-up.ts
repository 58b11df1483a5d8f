import module from 'node:module'
import { cacheCompiledCode } from './compile-cache.ts'

/** Run once after the build, so that already the first start finds its code compiled. */
async function warmUp() {
  cacheCompiledCode()
  await Promise.all([
    import('./serve.ts'),
    import('./kernel/database/embedded/start-embedded.ts'),
    import('./kernel/explain-start.ts'),
    // Not loaded by a start, but by the first program that calls.
    import('./features/public-api/app.ts'),
  ])
  module.flushCompileCache()
}

void warmUp()
