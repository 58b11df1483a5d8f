import { ADMIN, projectMembersApi as api } from '@cairn/contract'
import { useMutation } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { Button } from '#ui/controls/button.tsx'
import { toast } from '#ui/feedback/toast.ts'
import type { ListContext } from './list-context.ts'
import type { ListSettings, StoredSettings } from './list-settings.ts'
import { useListReferences } from './references.tsx'

interface DisplayDefaultProps {
  context: ListContext & { project_id: string }
  settings: ListSettings
  onReset: (stored: StoredSettings) => void
}

/**
 * At the bottom of a project list's display panel: resets to the project's display, or saves this
 * for all.
 */
export function DisplayDefault({ context, settings, onReset }: DisplayDefaultProps) {
  const { t } = useTranslation()
  const { slug, project_id } = context
  const project = useListReferences(context)?.projects.get(project_id)
  const params = { slug, project_id }
  const { display, properties } = settings
  const reset = useMutation({
    mutationFn: () => call(api.resetDisplay, { params }),
    onSuccess: onReset,
    onError: (error) => notifyFailure(t('list_settings.not_reset'), error),
  })
  const save = useMutation({
    mutationFn: () =>
      call(api.saveDisplay, {
        params,
        body: { display_filters: { ...display }, display_properties: { ...properties } },
      }),
    onSuccess: () =>
      toast({
        kind: 'success',
        title: t('list_settings.default_saved', { project: project?.name }),
        text: t('list_settings.default_saved_hint'),
      }),
    onError: (error) => notifyFailure(t('list_settings.default_not_saved'), error),
  })
  return (
    <div className="flex items-center justify-between px-1 py-2">
      <Button size="sm" variant="ghost" busy={reset.isPending} onClick={() => reset.mutate()}>
        {t('list_settings.reset')}
      </Button>
      {(project?.member_role ?? 0) >= ADMIN && (
        <Button size="sm" className="mr-2" busy={save.isPending} onClick={() => save.mutate()}>
          {t('list_settings.save_default')}
        </Button>
      )}
    </div>
  )
}
