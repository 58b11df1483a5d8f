// Runs before the first paint, so that a dark screen never flashes white. Mirrors src/ui/theme.ts.
;(() => {
  const root = document.documentElement
  let choice = 'system'
  let palette = null
  try {
    choice = localStorage.getItem('cairn.theme') ?? 'system'
    if (choice === 'custom') palette = JSON.parse(localStorage.getItem('cairn.theme.palette'))
  } catch {}
  const known = ['light', 'dark', 'light-contrast', 'dark-contrast']
  const dark = matchMedia('(prefers-color-scheme: dark)').matches
  const system = dark ? 'dark' : 'light'
  root.dataset.theme = palette?.base ?? (known.includes(choice) ? choice : system)
  if (!palette) return
  root.dataset.palette = 'custom'
  for (const token in palette.tokens) root.style.setProperty(`--${token}`, palette.tokens[token])
})()

// The pages of other addresses than a list's are loaded in parallel with the application.
;(() => {
  const { routes } = document.documentElement.dataset
  if (!routes || /\/issues\/?$/.test(location.pathname)) return
  const link = document.createElement('link')
  Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href: routes })
  document.head.append(link)
})()
