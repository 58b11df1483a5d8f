import { cacheCompiledCode } from './compile-cache.ts'

// Before anything else is loaded: without it every start strips types again, which costs a second
// and 20 MB that stay.
cacheCompiledCode()
await import('./start.ts')
