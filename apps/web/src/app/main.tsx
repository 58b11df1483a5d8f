import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { clearCachedAnswers, readCachedAnswers } from '#data/cached-answers.ts'
import { isFromServer, recallAnswers } from '#data/first-answers.ts'
import { speakAsLastTime } from '#data/i18n.ts'
import { endWriting } from '#data/left-texts.ts'
import { onSignedOut, queryClient } from '#data/query-client.ts'
import { afterFirstScreen } from '#ui/platform/first-screen.ts'
import { UiProvider } from '#ui/theme/ui-provider.tsx'
import { preloadFirstScreen, router } from './router.tsx'
import './styles.css'

// A new page, so that nothing of what this person could see stays in memory.
onSignedOut(async () => {
  endWriting()
  const { pathname, search } = location
  const door = /^\/(?:god-mode|spaces)\//.exec(pathname)?.[0] ?? '/'
  // The public site counts its paths from its own door.
  const next_path = (door === '/spaces/' ? pathname.slice(door.length - 1) : pathname) + search
  if (door === '/') await clearCachedAnswers().catch(() => undefined)
  location.assign(`${door}?${new URLSearchParams({ next_path })}`)
})

/** Without a network the page comes from this browser, and so does what was last seen on it. */
async function start(root: HTMLElement) {
  if (!isFromServer && navigator.serviceWorker?.controller) recallAnswers(await readCachedAnswers())
  void afterFirstScreen().then(() => document.getElementById('last-look')?.remove())
  preloadFirstScreen()
  await speakAsLastTime()
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <UiProvider>
          <RouterProvider router={router} />
        </UiProvider>
      </QueryClientProvider>
    </StrictMode>,
  )
}

const root = document.getElementById('root')
if (root) void start(root)
