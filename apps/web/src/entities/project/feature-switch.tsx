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

/** Beside a crumb that names a part of a project: the way to its other parts. */
export function FeatureSwitch({ slug, project, current }: FeatureSwitchProps) {
  if (!project) return null
  return (
    <Suspense>
      <FeatureSwitcher slug={slug} project={project} current={current} />
    </Suspense>
  )
}
