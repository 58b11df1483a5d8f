import type { Project } from '@cairn/contract'
import { Suspense } from 'react'
import { afterFirstScreen } from '#ui/platform/first-screen.ts'
import { lazy } from '#ui/platform/lazy.ts'
import type { ProjectFeature } from './feature-switcher.tsx'

const FeatureSwitcher = lazy(async () => {
  await afterFirstScreen()
  return import('./feature-switcher.tsx')
})

interface FeatureSwitchProps {
  slug: string
  project: Project | undefined
  current: ProjectFeature
}

/** Next to a breadcrumb of a project's feature: a menu of its other features. */
export function FeatureSwitch({ slug, project, current }: FeatureSwitchProps) {
  if (!project) return null
  return (
    // As wide as the button: what follows does not move when it arrives.
    <Suspense fallback={<span className="-ml-1 size-6 shrink-0" />}>
      <FeatureSwitcher slug={slug} project={project} current={current} />
    </Suspense>
  )
}
