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
import { useLeaveProject } from './hooks.ts'

interface LeaveProjectDialogProps {
  slug: string
  project: Project
  onClose: () => void
}

export default function LeaveProjectDialog({ slug, project, onClose }: LeaveProjectDialogProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [phrase, setPhrase] = useState('')
  const [tried, setTried] = useState(false)
  const leave = useLeaveProject(slug, project.id)
  const wanted = t('project_settings.members.leave_phrase')
  const isNamed = name.trim() === project.name.trim()
  const isConfirmed = phrase.trim() === wanted

  async function handleSubmit() {
    setTried(true)
    if (!isNamed || !isConfirmed || leave.isPending) return
    try {
      await leave.mutateAsync()
      onClose()
      await navigate({ to: '/$slug/projects/', params: { slug } })
      toast({
        kind: 'success',
        title: t('project_settings.members.left', { name: project.name }),
      })
    } catch (error) {
      toast({
        kind: 'error',
        title: t('project_settings.members.not_left'),
        text: error instanceof ApiError ? error.sentence : undefined,
        duration: 10_000,
      })
    }
  }

  return (
    <Dialog
      open
      size="sm"
      title={t('project_settings.members.leave_title')}
      onClose={() => !leave.isPending && onClose()}
      onSubmit={() => void handleSubmit()}
      dismissible={!name && !phrase}
      footer={
        <>
          <Button disabled={leave.isPending} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" variant="danger" busy={leave.isPending}>
            {t(
              leave.isPending
                ? 'project_settings.members.leaving'
                : 'project_settings.members.leave_title',
            )}
          </Button>
        </>
      }
    >
      <Banner tone="danger" boxed icon={TriangleAlert}>
        <span className="wrap-anywhere">
          {t('project_settings.members.leave_text', { name: project.name })}
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
                {t('ui.type_to_confirm', { text: project.name })}
              </span>
            }
            value={name}
            onChange={(event) => setName(event.target.value)}
            error={tried && !isNamed ? t('project_settings.members.leave_name_missing') : undefined}
          />
          <Input
            size="lg"
            autoComplete="off"
            spellCheck={false}
            label={t('ui.type_to_confirm', { text: wanted })}
            value={phrase}
            onChange={(event) => setPhrase(event.target.value)}
            error={
              tried && !isConfirmed ? t('project_settings.members.leave_phrase_missing') : undefined
            }
          />
        </FormFields>
      </div>
    </Dialog>
  )
}
