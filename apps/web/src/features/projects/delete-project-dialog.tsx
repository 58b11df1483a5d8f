import type { Project } from '@cairn/contract'
import { useNavigate } from '@tanstack/react-router'
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
import { useRemoveProject } from './hooks.ts'

interface DeleteProjectDialogProps {
  slug: string
  project: Project
  onClose: () => void
  /** Where one is inside it: the way out. */
  leaves?: boolean
}

export default function DeleteProjectDialog({
  slug,
  project,
  onClose,
  leaves = false,
}: DeleteProjectDialogProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [phrase, setPhrase] = useState('')
  const remove = useRemoveProject(slug, project.id)
  const wanted = t('projects.delete_phrase')
  const ready = name.trim() === project.name.trim() && phrase.trim() === wanted

  async function handleSubmit() {
    if (!ready || remove.isPending) return
    try {
      await remove.mutateAsync()
      onClose()
      if (leaves) await navigate({ to: '/$slug/projects/', params: { slug } })
      toast({ kind: 'success', title: t('projects.deleted') })
    } catch (error) {
      toast({
        kind: 'error',
        title: t('projects.not_deleted'),
        text: error instanceof ApiError ? error.sentence : undefined,
      })
    }
  }

  return (
    <Dialog
      open
      size="sm"
      title={t('projects.delete')}
      onClose={() => !remove.isPending && onClose()}
      onSubmit={() => void handleSubmit()}
      dismissible={!name && !phrase}
      footer={
        <>
          <Button disabled={remove.isPending} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" variant="danger" busy={remove.isPending} disabled={!ready}>
            {t(remove.isPending ? 'projects.deleting' : 'projects.delete')}
          </Button>
        </>
      }
    >
      <Banner tone="danger" boxed icon={TriangleAlert}>
        <span className="wrap-anywhere">{t('projects.delete_text', { name: project.name })}</span>
      </Banner>
      <div className="mt-4">
        <FormFields>
          <Input
            size="lg"
            autoComplete="off"
            spellCheck={false}
            label={
              <span className="wrap-anywhere">
                {t('ui.type_to_confirm', { text: project.name })}
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
