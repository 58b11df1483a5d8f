import { Suspense } from 'react'
import { useInstance } from '#entities/instance/hooks.ts'
import { lazy } from '#ui/platform/lazy.ts'

export interface AiHelpProps {
  slug: string
  project_id: string
  /** The item's title. */
  name: string
  html: string
  onWrite: (html: string) => void
}

const AiTools = lazy(() => import('./ai-tools.tsx'))

/** Help with a description, if the instance has a language model. */
export function AiHelp(props: AiHelpProps) {
  const configured = useInstance()?.config.has_llm_configured ?? false
  if (!configured) return null
  return (
    <Suspense>
      <AiTools {...props} />
    </Suspense>
  )
}
