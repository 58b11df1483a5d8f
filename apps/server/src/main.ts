import { cacheCompiledCode } from './compile-cache.ts'

// Must be first: without it every start compiles again.
cacheCompiledCode()
void import('./start.ts')
