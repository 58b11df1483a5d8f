import { closeAtEndOfFile } from './end-of-file.ts'

// Evaluated again for each test file, unlike what it imports.
closeAtEndOfFile()
