import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { endpointsWithoutSchemas } from './build/endpoints-without-schemas.ts'
import { preloadFirstScreens } from './build/preload-first-screens.ts'
import { textWithItsScreen } from './build/text-with-its-screen.ts'

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`

// What every screen needs is one file; what only some need stays with its lazy screen.
const everywhere =
  /src\/app\/main\.tsx$|node_modules\/(react|react-dom|scheduler|@tanstack\/(?!react-virtual|virtual-core)[\w-]+)\//
const popups =
  /node_modules\/(@floating-ui|@base-ui\/utils|@base-ui\/react\/(internals|floating-ui-react|utils))\//
const onEveryPage = /(^|\/)(base|rolldown-runtime)-[^/]+\.js$/

// Loaded when first opened; in development a late discovery would reload the page under one's hands.
const lazyParts = [
  ...['alert-dialog', 'combobox', 'csp-provider', 'dialog', 'menu', 'popover', 'select'],
  ...['tabs', 'toast'],
].map((part) => `@base-ui/react/${part}`)

/** Beside each file that gains by it a .br and a .gz, which the server sends as they are: packed once, and well. */
function precompress(): Plugin {
  const text = /\.(js|css|svg|html|json|txt|wasm)$/
  const pack = {
    br: (data: Buffer) =>
      promisify(brotliCompress)(data, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    gz: (data: Buffer) => promisify(gzip)(data, { level: 9 }),
  }
  let folder = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved({ root, build }) {
      folder = path.resolve(root, build.outDir)
    },
    async closeBundle(error) {
      if (error) return
      const files = await readdir(folder, { recursive: true })
      for (const file of files.filter((name) => text.test(name))) {
        const data = await readFile(path.join(folder, file))
        if (data.length < 1024) continue
        for (const [ending, packed] of Object.entries(pack)) {
          await writeFile(path.join(folder, `${file}.${ending}`), await packed(data))
        }
      }
    },
  }
}

const treeshake = {
  propertyReadSideEffects: false as const,
  // Otherwise the first screens bring along whatever stands in the contract.
  moduleSideEffects: [{ test: /packages\/contract\/src\//, sideEffects: false }],
}

export default defineConfig({
  plugins: [
    ...[textWithItsScreen(), endpointsWithoutSchemas(), react(), tailwindcss()],
    ...[preloadFirstScreens(), precompress()],
  ],
  optimizeDeps: {
    include: [...lazyParts, 'cmdk', 'react-day-picker', '@tanstack/react-virtual'],
    // Finds its database engine beside itself.
    exclude: ['@sqlite.org/sqlite-wasm'],
  },
  worker: {
    format: 'es',
    plugins: () => [endpointsWithoutSchemas()],
    rolldownOptions: { treeshake },
  },
  server: {
    proxy: {
      '/api/live': { target: server, ws: true },
      '/live/': { target: server, ws: true },
      '/api': server,
      '/auth': server,
      '/health': server,
    },
  },
  build: {
    outDir: 'dist',
    sourcemap: false,
    target: 'es2023',
    // Inlined assets would need `data:` in the Content-Security-Policy.
    assetsInlineLimit: 0,
    // The emoji names, loaded by those who open the picker.
    chunkSizeWarningLimit: 600,
    modulePreload: {
      polyfill: false,
      // What the page has loaded before anything else need not be named again by everything else.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'js' ? files.filter((file) => !onEveryPage.test(file)) : files,
    },
    rolldownOptions: {
      treeshake,
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', test: everywhere, priority: 3 },
            { name: 'popups', test: popups, priority: 3 },
            { name: 'screens', test: /src\/app\/routes\/first-screens\.ts$/, priority: 2 },
            // A shared icon would otherwise be a request of its own. From six on: with
            // fewer, icons of screens not yet open would come with the first one.
            { name: 'icons', test: /node_modules\/lucide-react\//, minShareCount: 6 },
          ],
        },
      },
    },
  },
})
