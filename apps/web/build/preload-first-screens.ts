import type { Plugin } from 'vite'

/**
 * Preloads the most common first screens, in parallel with the code that opens them. Other addresses
 * also need the table of all pages, whose file name is for `public/theme.js`.
 */
export function preloadFirstScreens(): Plugin {
  return {
    name: 'preload-first-screens',
    apply: 'build',
    transformIndexHtml(html, { bundle = {} }) {
      const files = Object.keys(bundle)
      const routes = files.find((file) => /\/all-routes-[^/]+\.js$/.test(file))
      if (!routes) throw new Error('The table of all pages is missing.')
      return {
        html: html.replace('<html ', `<html data-routes="/${routes}" `),
        tags: files
          .filter((file) => /\/screens-[^/]+\.js$/.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
            injectTo: 'head',
          })),
      }
    },
  }
}
