import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startI18n } from '#data/i18n.ts'
import { onSignedOut, queryClient } from '#data/query-client.ts'
import { UiProvider } from '#ui/ui-provider.tsx'
import { preloadFirstScreen, router } from './router.tsx'
import './styles.css'

void startI18n()

// A new page, so that nothing of what this person could see stays in memory.
onSignedOut(() => {
  const next_path = location.pathname + location.search
  const door = location.pathname.startsWith('/god-mode/') ? '/god-mode/' : '/'
  location.assign(`${door}?${new URLSearchParams({ next_path })}`)
})

preloadFirstScreen()

const root = document.getElementById('root')
if (root) {
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
