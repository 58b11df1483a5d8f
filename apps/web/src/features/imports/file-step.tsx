import { MOST_IMPORT_BYTES, MOST_IMPORT_ROWS, type UploadedImport } from '@cairn/contract'
import { FileUp } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sentenceOf } from '#data/tell-failure.ts'
import { isWritable, useJoinedProjects } from '#features/projects/hooks.ts'
import { projectLogo } from '#features/projects/project-logo.tsx'
import { classNames } from '#ui/class-names.ts'
import { FieldError } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { groupedNumber } from '#ui/number.ts'
import { Select } from '#ui/select.tsx'
import { Spinner } from '#ui/spinner.tsx'
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
    if (file.size > MOST_IMPORT_BYTES) {
      setProblem(t('imports.too_large', { megabytes: MOST_IMPORT_BYTES / MEGABYTE }))
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
        <FileField busy={upload.isPending} onFile={handleFile} />
        {problem && <FieldError>{problem}</FieldError>}
        <p className="mt-1.5 text-small text-ink-3">
          {t('imports.file_hint', {
            rows: groupedNumber(MOST_IMPORT_ROWS),
            megabytes: MOST_IMPORT_BYTES / MEGABYTE,
          })}
        </p>
      </div>
    </div>
  )
}

interface FileFieldProps {
  busy: boolean
  onFile: (file: File | undefined) => void
}

function FileField({ busy, onFile }: FileFieldProps) {
  const { t } = useTranslation()
  const picker = useRef<HTMLInputElement>(null)
  const [dragging, setDragging] = useState(false)

  function handleDrop(event: DragEvent) {
    event.preventDefault()
    setDragging(false)
    onFile(event.dataTransfer.files[0])
  }

  return (
    <>
      <button
        type="button"
        aria-busy={busy || undefined}
        onClick={() => picker.current?.click()}
        onDragOver={(event) => {
          event.preventDefault()
          setDragging(true)
        }}
        onDragLeave={() => setDragging(false)}
        onDrop={handleDrop}
        className={classNames(
          'flex h-32 w-full flex-col items-center justify-center gap-2 rounded-lg border-[1.5px] text-ink-2',
          dragging
            ? 'border-accent bg-accent-subtle'
            : 'border-dashed border-line-strong bg-sunken hover:bg-hover',
        )}
      >
        {busy ? <Spinner /> : <Icon of={FileUp} size={20} className="text-ink-3" />}
        {t(busy ? 'imports.reading' : dragging ? 'imports.drop' : 'imports.choose')}
      </button>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={t('imports.file')}
        accept=".csv,text/csv"
        onChange={(event) => {
          onFile(event.target.files?.[0])
          // The same file may be chosen again.
          event.target.value = ''
        }}
      />
    </>
  )
}
