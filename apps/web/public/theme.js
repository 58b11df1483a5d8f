// Runs before the first paint, so that a dark screen never flashes white. Mirrors src/ui/theme.ts.
;(() => {
  let choice = 'system'
  try {
    choice = localStorage.getItem('cairn.theme') ?? 'system'
  } catch {}
  const known = ['light', 'dark', 'light-contrast', 'dark-contrast']
  const dark = matchMedia('(prefers-color-scheme: dark)').matches
  const system = dark ? 'dark' : 'light'
  document.documentElement.dataset.theme = known.includes(choice) ? choice : system
})()
