import type { Plugin } from 'vite'

/** The page names the file with the table of all pages, for `public/theme.js`. */
export function tableOfPages(): Plugin {
  return {
    name: 'table-of-pages',
    apply: 'build',
    transformIndexHtml(html, { bundle = {} }) {
      const file = Object.keys(bundle).find((name) => /\/all-routes-[^/]+\.js$/.test(name))
      if (!file) throw new Error('The table of all pages is missing.')
      return html.replace('<html ', `<html data-routes="/${file}" `)
    },
  }
}
