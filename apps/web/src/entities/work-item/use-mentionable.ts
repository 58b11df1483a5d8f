import type { Project } from '@cairn/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { projectMembersIn } from '#entities/project/hooks.ts'
import { usePeople } from '#entities/workspace/hooks.ts'

/** All project members can be mentioned with `@`. */
export function useMentionable({ slug, project }: { slug: string; project: Pick<Project, 'id'> }) {
  const people = usePeople(slug)
  const { data: members } = useQuery(projectMembersIn(slug, project.id))
  return useMemo(
    () => ({ people: (members ?? []).flatMap(({ member }) => people.get(member) ?? []) }),
    [members, people],
  )
}
