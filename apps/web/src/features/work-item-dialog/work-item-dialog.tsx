import { workItemsApi as api, type Project } from '@cairn/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { useMe } from '#entities/account/hooks.ts'
import { isWritable, useJoinedProjects } from '#entities/project/hooks.ts'
import { modeOf, type WorkItemIntent } from '#entities/work-item/intent.ts'
import { copyOf, type Values, valuesOf } from './form-values.ts'
import { leftName, readForm, withLeft } from './left-form.ts'
import { WorkItemForm } from './work-item-form.tsx'

interface WorkItemDialogProps {
  slug: string
  intent: WorkItemIntent
  onClose: () => void
}

/** One form to create, edit and copy items, and for drafts. */
export default function WorkItemDialog({ slug, intent, onClose }: WorkItemDialogProps) {
  const joined = useJoinedProjects(slug) ?? []
  // Guests may submit to intake too.
  const writable = intent.onSubmitted ? joined : joined.filter(isWritable)
  const projects = intent.among ? writable.filter(({ id }) => intent.among?.includes(id)) : writable
  const source = intent.item ?? intent.copyOf
  const { id: me } = useMe()
  // The rejected form is newer than the one stored while it was typed.
  const [left] = useState(() => (intent.refused ? undefined : readForm(leftName(slug, intent), me)))
  const isElsewhere = !intent.isProjectFixed && !intent.copyOf && modeOf(intent) === 'create'
  const wanted =
    source?.project_id ??
    intent.draft?.project_id ??
    ((isElsewhere && left?.project_id) || intent.project_id)
  const [picked, setPicked] = useState(wanted)
  const project = projects.find(({ id }) => id === picked) ?? projects[0]
  const begin = useBeginning(slug, project, intent)
  if (!project || !begin) return null
  return (
    <WorkItemForm
      slug={slug}
      intent={withLeft(intent, left)}
      left={left}
      begin={begin}
      project={project}
      projects={projects}
      onProject={setPicked}
      onClose={onClose}
    />
  )
}

/** Initial values; lists do not contain the text of an item, so it is fetched first. */
function useBeginning(
  slug: string,
  project: Project | undefined,
  intent: WorkItemIntent,
): Values | undefined {
  const { t } = useTranslation()
  // An accepted request was loaded and a rejected form was typed: the intent has all values.
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
