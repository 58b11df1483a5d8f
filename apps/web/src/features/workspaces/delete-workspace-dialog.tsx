import type { Workspace } from '@cairn/contract'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#data/api.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormFields } from '#ui/form-layout.tsx'
import { Input } from '#ui/input.tsx'
import { toast } from '#ui/toast.ts'
import { useRemoveWorkspace } from './hooks.ts'

interface DeleteWorkspaceDialogProps {
  workspace: Workspace
  onClose: () => void
}

export default function DeleteWorkspaceDialog({ workspace, onClose }: DeleteWorkspaceDialogProps) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [phrase, setPhrase] = useState('')
  const remove = useRemoveWorkspace(workspace)
  const wanted = t('workspaces.delete_phrase')
  const ready = name.trim() === workspace.name && phrase.trim() === wanted

  async function handleSubmit() {
    if (!ready || remove.isPending) return
    try {
      await remove.mutateAsync()
      toast({
        kind: 'success',
        title: t('workspaces.deleted'),
        text: t('workspaces.deleted_text', { name: workspace.name }),
      })
    } catch (error) {
      toast({
        kind: 'error',
        title: t('workspaces.not_deleted'),
        text: error instanceof ApiError ? error.sentence : undefined,
      })
    }
  }

  return (
    <Dialog
      open
      size="sm"
      title={t('workspaces.delete_question')}
      onClose={() => !remove.isPending && onClose()}
      onSubmit={() => void handleSubmit()}
      dismissible={!name && !phrase}
      footer={
        <>
          <Button disabled={remove.isPending} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" variant="danger" busy={remove.isPending} disabled={!ready}>
            {t(remove.isPending ? 'workspaces.deleting' : 'workspaces.confirm_delete')}
          </Button>
        </>
      }
    >
      <Banner tone="danger" boxed icon={TriangleAlert}>
        <span className="wrap-anywhere">
          {t('workspaces.delete_text', { name: workspace.name })}
        </span>
      </Banner>
      <div className="mt-4">
        <FormFields>
          <Input
            size="lg"
            autoComplete="off"
            spellCheck={false}
            label={
              <span className="wrap-anywhere">
                {t('ui.type_to_confirm', { text: workspace.name })}
              </span>
            }
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <Input
            size="lg"
            autoComplete="off"
            spellCheck={false}
            label={t('ui.type_to_confirm', { text: wanted })}
            value={phrase}
            onChange={(event) => setPhrase(event.target.value)}
          />
        </FormFields>
      </div>
    </Dialog>
  )
}
