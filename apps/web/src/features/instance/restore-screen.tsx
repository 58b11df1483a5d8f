import type { FoundBackup } from '@cairn/contract'
import { FileUp } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { sentenceOf } from '#data/notify-failure.ts'
import { isAboutField } from '#entities/instance/is-about-field.ts'
import { Button } from '#ui/controls/button.tsx'
import { FieldError } from '#ui/controls/field.tsx'
import { FileDrop } from '#ui/controls/file-drop.tsx'
import { FormFields } from '#ui/controls/form-layout.tsx'
import { Input } from '#ui/controls/input.tsx'
import { RadioGroup } from '#ui/controls/radio-group.tsx'
import { momentText } from '#ui/dates/own-zone.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { AccountLayout } from '#ui/layout/account-layout.tsx'
import { sizeText } from '#ui/platform/size-text.ts'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useRestore, useRestoreChoice, useUploadBackup } from './restore-hooks.ts'

/** Instead of setting up a new instance: all data of a backup. */
export default function RestoreScreen({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation()
  const { data: choice, isError, refetch } = useRestoreChoice()
  const [uploaded, setUploaded] = useState<FoundBackup & { label: string }>()
  const [chosen, setChosen] = useState<string>()
  const [passphrase, setPassphrase] = useState('')
  const upload = useUploadBackup()
  const restore = useRestore()
  usePageTitle(t('setup.restore.page_title'))

  const found = [
    ...(uploaded ? [uploaded] : []),
    ...(choice?.backups ?? []).map((backup) => ({ ...backup, label: backup.name })),
  ]
  const backup = found.find(({ name }) => name === chosen)
  const isBusy = restore.isPending || upload.isPending
  const isReady = backup !== undefined && !isBusy && !(backup.is_encrypted && !passphrase)
  const isAboutPassphrase = isAboutField(restore.error, 'passphrase')
  const refused = restore.error && (sentenceOf(restore.error) ?? t('errors.something_wrong'))

  function handleFile(file: File | undefined) {
    if (!file || isBusy) return
    upload.mutate(file, {
      onSuccess: (stored) => {
        setUploaded({ ...stored, label: file.name })
        choose(stored.name)
      },
    })
  }

  function choose(name: string) {
    setChosen(name)
    setPassphrase('')
    restore.reset()
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (!isReady) return
    restore.mutate({ name: backup.name, ...(backup.is_encrypted && { passphrase }) })
  }

  const problem = restore.data ?? choice?.problem
  return (
    <AccountLayout
      width="wide"
      title={t('setup.restore.title')}
      subtitle={t('setup.restore.subtitle')}
    >
      <form className="mt-6" onSubmit={handleSubmit} noValidate aria-busy={isBusy}>
        <FormFields>
          {problem && !restore.isPending && (
            <Banner boxed tone="danger">
              {t('setup.restore.failed')} {problem}
            </Banner>
          )}
          {refused && !isAboutPassphrase && (
            <Banner boxed tone="danger">
              {refused}
            </Banner>
          )}
          {isError && !choice && (
            <Banner
              boxed
              tone="danger"
              action={
                <Button size="sm" onClick={() => void refetch()}>
                  {t('common.try_again')}
                </Button>
              }
            >
              {t('setup.restore.not_loaded')}
            </Banner>
          )}
          {found.length > 0 && (
            <div className="max-h-72 overflow-y-auto">
              <RadioGroup
                label={t('setup.restore.found')}
                options={found.map(({ name, label, size, modified_at, is_encrypted }) => ({
                  value: name,
                  label: <span className="wrap-anywhere">{label}</span>,
                  hint: [
                    momentText(modified_at),
                    sizeText(size),
                    ...(is_encrypted ? [t('setup.restore.encrypted')] : []),
                  ].join(' · '),
                  disabled: isBusy,
                }))}
                value={chosen}
                onChange={choose}
              />
            </div>
          )}
          {choice?.backups.length === 0 && (
            <p className="text-ink-2 wrap-anywhere">
              {t('setup.restore.none', { folder: choice.folder })}
            </p>
          )}
          <div>
            <FileDrop
              label={t('setup.restore.file')}
              accept=".tar,.enc"
              busy={upload.isPending}
              className="flex h-20 w-full flex-col items-center justify-center gap-2 text-ink-2"
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
                    upload.isPending
                      ? 'setup.restore.uploading'
                      : dragging
                        ? 'setup.restore.drop'
                        : 'setup.restore.choose',
                  )}
                </>
              )}
            </FileDrop>
            {upload.error && (
              <FieldError>{sentenceOf(upload.error) ?? t('setup.restore.not_uploaded')}</FieldError>
            )}
          </div>
          {backup?.is_encrypted && (
            <Input
              size="lg"
              type="password"
              label={t('setup.restore.passphrase')}
              autoComplete="off"
              maxLength={1000}
              required
              value={passphrase}
              onChange={(event) => {
                setPassphrase(event.target.value)
                restore.reset()
              }}
              error={isAboutPassphrase ? refused : undefined}
            />
          )}
          <Button
            type="submit"
            variant="primary"
            size="lg"
            block
            busy={restore.isPending}
            disabled={!isReady && !restore.isPending}
          >
            {t(restore.isPending ? 'setup.restore.busy' : 'setup.restore.restore')}
          </Button>
          <p role="status" className="text-center text-ink-2 empty:hidden">
            {restore.isPending && t('setup.restore.wait')}
          </p>
          {!restore.isPending && (
            <Button variant="ghost" size="lg" block onClick={onBack}>
              {t('setup.restore.back')}
            </Button>
          )}
        </FormFields>
      </form>
    </AccountLayout>
  )
}
