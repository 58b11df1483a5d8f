import fc from 'fast-check'
import { closeAtEndOfFile } from './end-of-file.ts'

// Runs again for each test file, unlike the modules it imports.
closeAtEndOfFile()

// The same random values in every run, so that a failure can be repeated; PROPERTY_SEED tries others.
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 2026) })
