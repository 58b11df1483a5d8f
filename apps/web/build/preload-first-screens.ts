import type { Plugin } from 'vite'

/** Names the screens most visits begin with in the page, so that they come beside what opens them. */
export function preloadFirstScreens(): Plugin {
  return {
    name: 'preload-first-screens',
    apply: 'build',
    transformIndexHtml: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => /\/screens-[^/]+\.js$/.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
          injectTo: 'head',
        })),
  }
}
