import { NoProjects } from '#entities/frame/no-projects.tsx'
import { SettingsFrame } from '#entities/frame/settings-frame.tsx'
import { useJoinedProjects } from '#entities/project/hooks.ts'
import { Loader } from '#ui/feedback/loader.tsx'
import { useParams } from '#ui/router/hooks.ts'
import { Navigate } from '#ui/router/outlet.tsx'

/** Project settings without a project in the URL: opens those of the first. */
export function ProjectSettingsStart() {
  const { slug } = useParams('/$slug')
  const joined = useJoinedProjects(slug)
  const first = joined?.[0]
  if (first) {
    const params = { slug, projectId: first.id }
    return <Navigate to="/$slug/settings/projects/$projectId/" params={params} replace />
  }
  return (
    <SettingsFrame tab="projects" groups={[]} sections={null}>
      {joined ? <NoProjects /> : <Loader />}
    </SettingsFrame>
  )
}
