import { workItemsApi as api, type Project } from '@cairn/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { isWritable, useJoinedProjects } from '#entities/project/hooks.ts'
import type { WorkItemIntent } from '#entities/work-item/intent.ts'
import { copyOf, type Values, valuesOf } from './form-values.ts'
import { WorkItemForm } from './work-item-form.tsx'

interface WorkItemDialogProps {
  slug: string
  intent: WorkItemIntent
  onClose: () => void
}

/** One form to create an item, to change one, to copy one, and for drafts. */
export default function WorkItemDialog({ slug, intent, onClose }: WorkItemDialogProps) {
  const joined = useJoinedProjects(slug) ?? []
  // Guests, too, submit to intake.
  const writable = intent.onSubmitted ? joined : joined.filter(isWritable)
  const projects = intent.among ? writable.filter(({ id }) => intent.among?.includes(id)) : writable
  const source = intent.item ?? intent.copyOf
  const wanted = source?.project_id ?? intent.draft?.project_id ?? intent.project_id
  const [picked, setPicked] = useState(wanted)
  const project = projects.find(({ id }) => id === picked) ?? projects[0]
  const begin = useBeginning(slug, project, intent)
  if (!project || !begin) return null
  return (
    <WorkItemForm
      slug={slug}
      intent={intent}
      begin={begin}
      project={project}
      projects={projects}
      onProject={setPicked}
      onClose={onClose}
    />
  )
}

/** What the fields begin with; lists do not hold an item's text, so that is read first. */
function useBeginning(
  slug: string,
  project: Project | undefined,
  intent: WorkItemIntent,
): Values | undefined {
  const { t } = useTranslation()
  // Who accepts a request has read it, and what was refused was typed: the wish says all of it.
  const isKnown = intent.accept || (intent.refused && !intent.item)
  const source = isKnown ? undefined : (intent.item ?? intent.copyOf)
  const { data } = useQuery({
    queryKey: ['work-item-form', slug, source?.id],
    queryFn: ({ signal }) => {
      const { id = '', project_id = '' } = source ?? {}
      return call(api.get, { params: { slug, project_id, id }, query: {}, signal })
    },
    enabled: source !== undefined,
    staleTime: 0,
    gcTime: 0,
  })
  if (!project) return undefined
  if (!source) return valuesOf(intent.draft ?? intent)
  if (!data) return undefined
  return intent.copyOf ? copyOf(valuesOf(data), t('item_form.copy_suffix')) : valuesOf(data)
}
