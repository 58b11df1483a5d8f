import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { endpointsWhereCalled } from './build/endpoints-where-called.ts'
import { endpointsWithoutSchemas } from './build/endpoints-without-schemas.ts'
import { firstViewBudget } from './build/first-view-budget.ts'
import { leanIcons } from './build/lean-icons.ts'
import { smallerFirstView } from './build/smaller-first-view.ts'
import { styleOfFirstView } from './build/style-of-first-view.ts'
import { tableOfPages } from './build/table-of-pages.ts'
import { textWithItsScreen } from './build/text-with-its-screen.ts'

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`

// Code every screen needs is in one file, with the most common first screen: most visits begin with a
// list, and each file is a request. Code only some screens need stays with its lazy screen.
const everywhere =
  /src\/app\/(main\.tsx|routes\/first-screens\.ts)$|node_modules\/(react|react-dom|scheduler)\//
const popups =
  /node_modules\/(@floating-ui|@base-ui\/utils|@base-ui\/react\/(internals|floating-ui-react|utils))\//
const contract = /packages\/(contract|calendar)\/src\//
const ownProperties =
  /entities\/(work-item\/(property-(items|listings|moment|rows|typed|value|words)|own-property|shown-value|(use-)?type-change)|work-item-type\/property-)/
// A chunk's name is sent in every chunk that may load it: only chunks looked up by name have one.
const named =
  /^(base|all-routes|popups|icons|rolldown-runtime|rich-text-editor|start-outbox|outbox-panel|item-keys|.*-layout)$/
// Parts opened over the first screens are loaded ahead; layouts, which are separate screens, are
// not.
const firstScreens = /\/base-[^/]+\.js$/
const layout = /-layout-[^/]+\.js$/
const onEveryPage = /(^|\/)(base|rolldown-runtime)-[^/]+\.js$/

// Loaded when first opened; in development a late discovery would reload the page during use.
const lazyParts = [
  ...['alert-dialog', 'combobox', 'csp-provider', 'dialog', 'menu', 'popover', 'select'],
  ...['tabs', 'toast'],
].map((part) => `@base-ui/react/${part}`)

/**
 * Writes a .br and a .gz beside each file that benefits, which the server sends as they are:
 * compressed once, at the highest level.
 */
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
        if (data.length < 512) continue
        for (const [ending, packed] of Object.entries(pack)) {
          await writeFile(path.join(folder, `${file}.${ending}`), await packed(data))
        }
      }
    },
  }
}

const treeshake = {
  propertyReadSideEffects: false as const,
  // Otherwise the first screens would include the whole contract.
  moduleSideEffects: [
    { test: /packages\/contract\/src\/|node_modules\/typebox\//, sideEffects: false },
  ],
}

export default defineConfig({
  plugins: [
    ...[textWithItsScreen(), endpointsWhereCalled(), endpointsWithoutSchemas(), leanIcons()],
    ...[react(), tailwindcss()],
    ...[styleOfFirstView(), tableOfPages(), smallerFirstView()],
    ...[precompress(), firstViewBudget()],
  ],
  optimizeDeps: {
    include: [...lazyParts, 'cmdk', 'react-day-picker', '@tanstack/react-virtual'],
    // Loads its database engine from its own directory.
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
    // The emoji names, loaded only when the picker is opened.
    chunkSizeWarningLimit: 600,
    modulePreload: {
      polyfill: false,
      // Chunks that every page has already loaded need not be preloaded again.
      resolveDependencies: (name, files, { hostId, hostType }) => {
        if (hostType !== 'js') return files
        if (firstScreens.test(hostId) && !layout.test(name)) return []
        return files.filter((file) => !onEveryPage.test(file))
      },
    },
    rolldownOptions: {
      treeshake,
      output: {
        chunkFileNames: ({ name }) =>
          named.test(name) ? 'assets/[name]-[hash].js' : 'assets/[hash].js',
        codeSplitting: {
          groups: [
            { name: 'base', test: everywhere, priority: 3 },
            { name: 'popups', test: popups, priority: 3 },
            // A shared icon would otherwise be a separate request. From four on: with fewer, icons
            // of screens not yet open would be loaded with the first one.
            { name: 'icons', test: /node_modules\/lucide-react\//, minShareCount: 4 },
            // Small modules, most of which every screen needs some of.
            { name: 'contract', test: contract, minShareCount: 2, priority: 1 },
            // Every screen that shows properties of types needs most of them.
            { name: 'own-properties', test: ownProperties, minShareCount: 2, priority: 2 },
          ],
        },
      },
    },
  },
})
