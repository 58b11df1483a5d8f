import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`

// What every screen needs is one long-lived file; what only some need stays with its lazy screen.
const everywhere = /node_modules\/(react|react-dom|scheduler|react-i18next|i18next|@tanstack)\//
const popups =
  /node_modules\/(@floating-ui|@base-ui\/utils|@base-ui\/react\/(internals|floating-ui-react|utils))\//
const smallParts =
  /src\/ui\/(avatar|avatar-group|badge|button|class-names|field|icon|icon-button|input|kbd|shortcut|spinner|tooltip)\.tsx?$/

// Loaded when first opened; in development a late discovery would reload the page under one's hands.
const lazyParts = [
  ...['alert-dialog', 'combobox', 'csp-provider', 'dialog', 'menu', 'popover', 'select'],
  ...['tabs', 'toast'],
].map((part) => `@base-ui/react/${part}`)

export default defineConfig({
  plugins: [react(), tailwindcss()],
  optimizeDeps: { include: [...lazyParts, 'react-day-picker', '@tanstack/react-virtual'] },
  server: {
    proxy: {
      '/api/live': { target: server, ws: true },
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
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'vendor', test: everywhere },
            { name: 'popups', test: popups },
            { name: 'parts', test: smallParts },
            // A shared icon would otherwise be a request of its own. From three on: the icons people can
            // pick for a project are used twice, and stay out of the first screen.
            { name: 'parts', test: /node_modules\/lucide-react\//, minShareCount: 3 },
          ],
        },
      },
    },
  },
})
