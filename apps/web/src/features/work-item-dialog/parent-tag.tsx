import { workItemsApi as api, type Project } from '@cairn/contract'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { call } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { useStates } from '#entities/state/hooks.ts'
import { stateIcon } from '#entities/state/state-picture.tsx'
import { keyOf } from '#entities/work-item/item-address.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { Identifier } from '#ui/people/identifier.tsx'

interface ParentTagProps {
  slug: string
  project: Project
  id: string
  onRemove: () => void
}

const SHOWN = 50

/** The parent of the new item. */
export function ParentTag({ slug, project, id, onRemove }: ParentTagProps) {
  const { t } = useTranslation()
  const states = useStates(slug, project.id) ?? []
  const { data } = useQuery({
    queryKey: ['work-item-form', slug, 'parent', id],
    queryFn: ({ signal }) =>
      call(api.get, { params: { slug, project_id: project.id, id }, query: {}, signal }),
  })
  if (!data) return null
  const state = states.find((one) => one.id === data.state_id)
  return (
    <p className="mt-3 flex w-fit max-w-full items-center gap-2 rounded-md border border-line bg-sunken py-0.5 pr-0.5 pl-2 text-small">
      {state && <Icon of={stateIcon(state, states)} size={14} />}
      <Identifier value={keyOf(project, data)} />
      <span className="min-w-0 truncate">{data.name.slice(0, SHOWN)}</span>
      <IconButton
        size="sm"
        icon={X}
        iconSize={14}
        label={t('item_form.remove_parent')}
        onClick={onRemove}
      />
    </p>
  )
}
