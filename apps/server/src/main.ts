import { cacheCompiledCode } from './compile-cache.ts'

// Before anything else is loaded: without it every start compiles again.
cacheCompiledCode()
void import('./start.ts')
