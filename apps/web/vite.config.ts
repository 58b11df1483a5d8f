import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`

// What every screen needs is one long-lived file; what only some need stays with its lazy screen.
const everywhere = /node_modules\/(react|react-dom|scheduler|react-i18next|i18next|@tanstack)\//

export default defineConfig({
  plugins: [react(), tailwindcss()],
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
    rolldownOptions: {
      output: {
        advancedChunks: {
          groups: [
            { name: 'vendor', test: everywhere },
            {
              name: 'popups',
              test: /node_modules\/(@floating-ui|@base-ui\/utils|@base-ui\/react\/(internals|floating-ui-react|utils))\//,
            },
          ],
        },
      },
    },
  },
})
