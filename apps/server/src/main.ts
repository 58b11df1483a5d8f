// Must be first: a signal may arrive while the rest is loaded.
import './stop-signal.ts'
import { cacheCompiledCode } from './compile-cache.ts'

// Before the start is loaded: without it every start compiles again.
cacheCompiledCode()
void import('./start.ts')
