import type { Plugin } from 'vite'

/** Preloads the most common first screens, in parallel with the code that opens them. */
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
