import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { onUnreachable } from '#data/api.ts'
import { readCachedAnswers } from '#data/cached-answers.ts'
import { isFromServer, recallAnswers } from '#data/first-answers.ts'
import { speakAsLastTime } from '#data/i18n.ts'
import { onSignedOut, queryClient } from '#data/query-client.ts'
import { loadRefusals } from '#data/refusals.ts'
import '#data/install-prompt.ts'
import { afterFirstScreen } from '#ui/platform/first-screen.ts'
import { wholeStyle } from '#ui/platform/whole-style.ts'
import { Pages } from '#ui/router/outlet.tsx'
import { UiProvider } from '#ui/theme/ui-provider.tsx'
import { loadRoutes, openFirstScreen } from './router.ts'
import { loadGates } from './routes/screen.tsx'
import '@fontsource-variable/inter/opsz.css'

// Loads a new page, so that nothing this user could see stays in memory.
onSignedOut(async () => {
  const { pathname, search } = location
  const door = /^\/(?:god-mode|spaces)\//.exec(pathname)?.[0] ?? '/'
  // Paths of the public site are relative to its base.
  const next_path = (door === '/spaces/' ? pathname.slice(door.length - 1) : pathname) + search
  if (door === '/') {
    await import('#data/clear-cached-answers.ts')
      .then(({ clearCachedAnswers }) => clearCachedAnswers())
      .catch(() => undefined)
  }
  location.assign(`${door}?${new URLSearchParams({ next_path })}`)
})

onUnreachable(async (url) => (await import('#data/cached-pages.ts')).recallPage(url))

/** Without a network the page is served from the browser, with the data last seen on it. */
async function start(root: HTMLElement) {
  if (!isFromServer && navigator.serviceWorker?.controller) recallAnswers(await readCachedAnswers())
  void afterFirstScreen().then(() => document.getElementById('last-look')?.remove())
  void afterFirstScreen().then(wholeStyle)
  void afterFirstScreen().then(loadRefusals)
  void afterFirstScreen().then(loadGates)
  void afterFirstScreen().then(loadRoutes)
  void afterFirstScreen().then(() => import('./worker-messages.ts'))
  // A build includes the styles of its first screens; see build/style-of-first-view.ts.
  if (import.meta.env.DEV) await wholeStyle()
  openFirstScreen()
  await speakAsLastTime()
  // Effects then run before the first paint, and with them the queries that the page's own data
  // answers: otherwise a frame without data would be painted first, and move when it is filled.
  flushSync(() =>
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <UiProvider>
            <Pages />
          </UiProvider>
        </QueryClientProvider>
      </StrictMode>,
    ),
  )
}

const root = document.getElementById('root')
if (root) void start(root)
