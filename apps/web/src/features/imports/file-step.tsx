import { MAX_IMPORT_BYTES, MAX_IMPORT_ROWS, type UploadedImport } from '@cairn/contract'
import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { sentenceOf } from '#data/notify-failure.ts'
import { isWritable, useJoinedProjects } from '#entities/project/hooks.ts'
import { projectLogo } from '#entities/project/project-logo.tsx'
import { FieldError } from '#ui/controls/field.tsx'
import { FileDrop } from '#ui/controls/file-drop.tsx'
import { Select } from '#ui/controls/select.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { groupedNumber } from '#ui/platform/number.ts'
import { useUpload } from './hooks.ts'

const MEGABYTE = 1024 * 1024

interface FileStepProps {
  slug: string
  onUploaded: (uploaded: UploadedImport) => void
}

export function FileStep({ slug, onUploaded }: FileStepProps) {
  const { t } = useTranslation()
  const projects = useJoinedProjects(slug)?.filter(isWritable)
  const [chosen, setChosen] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const upload = useUpload(slug)
  const project_id = chosen ?? projects?.[0]?.id

  function handleFile(file: File | undefined) {
    if (!file || !project_id || upload.isPending) return
    setProblem(undefined)
    if (file.size > MAX_IMPORT_BYTES) {
      setProblem(t('imports.too_large', { megabytes: MAX_IMPORT_BYTES / MEGABYTE }))
      return
    }
    upload.mutate(
      { project_id, file },
      {
        onSuccess: onUploaded,
        onError: (error) => setProblem(sentenceOf(error) ?? t('imports.not_uploaded')),
      },
    )
  }

  if (projects?.length === 0) return <p className="text-ink-2">{t('imports.no_projects')}</p>
  return (
    <div className="flex flex-col gap-4">
      <div className="w-72 max-w-full">
        <Select
          label={t('imports.project')}
          hint={t('imports.project_hint')}
          options={(projects ?? []).map((project) => ({
            value: project.id,
            label: project.name,
            icon: projectLogo(project),
          }))}
          value={project_id ?? null}
          onChange={setChosen}
        />
      </div>
      <div>
        <FileDrop
          label={t('imports.file')}
          accept=".csv,text/csv"
          busy={upload.isPending}
          className="flex h-32 w-full flex-col items-center justify-center gap-2 text-ink-2"
          onFile={handleFile}
        >
          {(dragging) => (
            <>
              {upload.isPending ? (
                <Spinner />
              ) : (
                <Icon of={FileUp} size={20} className="text-ink-3" />
              )}
              {t(
                upload.isPending ? 'imports.reading' : dragging ? 'imports.drop' : 'imports.choose',
              )}
            </>
          )}
        </FileDrop>
        {problem && <FieldError>{problem}</FieldError>}
        <p className="mt-1.5 text-small text-ink-3">
          {t('imports.file_hint', {
            rows: groupedNumber(MAX_IMPORT_ROWS),
            megabytes: MAX_IMPORT_BYTES / MEGABYTE,
          })}
        </p>
      </div>
    </div>
  )
}
