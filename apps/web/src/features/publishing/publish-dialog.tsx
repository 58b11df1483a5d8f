import { publicLayouts, publicPath, type VisitorOption } from '@cairn/contract'
import { Copy, ExternalLink, Globe } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { useAllProjects } from '#entities/project/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { Checkbox } from '#ui/controls/checkbox.tsx'
import { FieldError, fieldFrame } from '#ui/controls/field.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { copyText } from '#ui/platform/copy-text.ts'
import {
  firstChoices,
  isAcross,
  type PublishChoices,
  type Published,
  type PublishTarget,
  usePublish,
  usePublished,
  useUnpublish,
} from './hooks.ts'

interface PublishDialogProps {
  target: PublishTarget
  onClose: () => void
}

/** Publishes a project, a view or a page, shows the URL, and unpublishes it. */
export default function PublishDialog({ target, onClose }: PublishDialogProps) {
  const { t } = useTranslation()
  const { data: published, error, isFetching } = usePublished(target)
  // Cached data may be stale: the form starts with what the server returns now.
  if (published !== undefined && !isFetching) {
    return (
      <PublishForm
        key={published?.anchor ?? ''}
        target={target}
        published={published}
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(`publishing.title.${target.kind}`)}
      footer={<Button onClick={onClose}>{t('publishing.cancel')}</Button>}
    >
      {error ? (
        <p role="alert">{t('publishing.not_loaded')}</p>
      ) : (
        <SkeletonGroup>
          <div className="flex flex-col gap-4">
            <Skeleton width="60%" />
            <Skeleton width="40%" />
            <Skeleton width="52%" />
            <Skeleton width="44%" />
          </div>
        </SkeletonGroup>
      )}
    </Dialog>
  )
}

const options: readonly VisitorOption[] = [
  'is_comments_enabled',
  'is_reactions_enabled',
  'is_votes_enabled',
]

const isSame = (a: PublishChoices, b: PublishChoices) =>
  options.every((option) => a[option] === b[option]) &&
  a.takesRequests === b.takesRequests &&
  a.is_activity_enabled === b.is_activity_enabled &&
  `${a.layouts}` === `${b.layouts}`

interface PublishFormProps extends PublishDialogProps {
  published: Published | null
}

function PublishForm({ target, published, onClose }: PublishFormProps) {
  const { t } = useTranslation()
  const { kind } = target
  const [choices, setChoices] = useState<PublishChoices>(published ?? firstChoices)
  const [tried, setTried] = useState(false)
  const project = useAllProjects(target.slug)?.find(({ id }) => id === target.project_id)
  const hasIntake = kind === 'project' && project?.intake_view === true
  const publish = usePublish(target, published)
  const busy = publish.isPending
  const changed = published !== null && !isSame(choices, published)

  async function handleSubmit() {
    if (busy || (published && !changed)) return
    setTried(true)
    if (kind === 'project' && choices.layouts.length === 0) return
    try {
      await publish.mutateAsync(choices)
      if (published) toast({ kind: 'success', title: t('publishing.updated') })
    } catch (error) {
      notifyFailure(t(published ? 'publishing.not_updated' : 'publishing.not_published'), error)
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t(`publishing.title.${kind}`)}
      onSubmit={() => void handleSubmit()}
      footer={
        <>
          <span className="mr-auto flex min-w-0 items-center gap-1.5 text-small text-ink-3 max-md:hidden">
            <Icon of={Globe} size={14} />
            <span className="truncate">{t('publishing.anyone')}</span>
          </span>
          <Button data-ends onClick={onClose}>
            {t(published && !changed ? 'ui.done' : 'publishing.cancel')}
          </Button>
          {!published && (
            <Button type="submit" variant="primary" busy={busy}>
              {t(busy ? 'publishing.publishing' : 'publishing.publish')}
            </Button>
          )}
          {(changed || (published && busy)) && (
            <Button type="submit" variant="primary" busy={busy}>
              {t(busy ? 'publishing.updating' : 'publishing.update')}
            </Button>
          )}
        </>
      }
    >
      {published ? (
        <Live target={target} published={published} />
      ) : (
        <p className="text-ink-2">
          {t(isAcross(target) ? 'publishing.text.across' : `publishing.text.${kind}`)}
        </p>
      )}
      {kind !== 'page' && !isAcross(target) && (
        <div className="mt-5 flex flex-col gap-4">
          {kind === 'project' && (
            <Layouts choices={choices} isChecked={tried} onChange={setChoices} />
          )}
          <fieldset className="flex flex-col gap-2">
            <legend className="mb-2 font-medium">{t('publishing.shown')}</legend>
            <Checkbox
              label={t('publishing.options.is_activity_enabled')}
              checked={choices.is_activity_enabled}
              onChange={({ target: { checked } }) =>
                setChoices({ ...choices, is_activity_enabled: checked })
              }
            />
          </fieldset>
          <fieldset className="flex flex-col gap-2">
            <legend className="mb-2 font-medium">{t('publishing.visitors')}</legend>
            {options.map((option) => (
              <Checkbox
                key={option}
                label={t(`publishing.options.${option}`)}
                checked={choices[option]}
                onChange={({ target: { checked } }) =>
                  setChoices({ ...choices, [option]: checked })
                }
              />
            ))}
            {hasIntake && (
              <Checkbox
                label={t('publishing.options.requests')}
                checked={choices.takesRequests}
                onChange={({ target: { checked } }) =>
                  setChoices({ ...choices, takesRequests: checked })
                }
              />
            )}
          </fieldset>
        </div>
      )}
    </Dialog>
  )
}

interface LayoutsProps {
  choices: PublishChoices
  /** Shows what is missing, after a submit without it. */
  isChecked: boolean
  onChange: (choices: PublishChoices) => void
}

function Layouts({ choices, isChecked, onChange }: LayoutsProps) {
  const { t } = useTranslation()
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 font-medium">{t('publishing.layouts')}</legend>
      {publicLayouts.map((layout) => (
        <Checkbox
          key={layout}
          label={t(`publishing.layout.${layout}`)}
          checked={choices.layouts.includes(layout)}
          onChange={({ target: { checked } }) =>
            onChange({
              ...choices,
              layouts: publicLayouts.filter((one) =>
                one === layout ? checked : choices.layouts.includes(one),
              ),
            })
          }
        />
      ))}
      {isChecked && choices.layouts.length === 0 && (
        <FieldError>{t('publishing.no_layout')}</FieldError>
      )}
    </fieldset>
  )
}

function Live({ target, published }: { target: PublishTarget; published: Published }) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const unpublish = useUnpublish(target)
  const { kind, name } = target
  const address = location.origin + publicPath(kind, published.anchor)

  async function handleCopy() {
    const copied = await copyText(address)
    toast({
      kind: copied ? 'success' : 'error',
      title: t(copied ? 'publishing.copied' : 'publishing.not_copied'),
    })
  }

  async function handleUnpublish() {
    try {
      await unpublish.mutateAsync(published)
    } catch (error) {
      notifyFailure(t('publishing.not_unpublished'), error)
      setAsking(false)
    }
  }

  return (
    <div className="flex flex-col gap-2">
      <span className="font-medium">{t('publishing.link')}</span>
      <div className="flex items-center gap-1.5">
        <div className={`${fieldFrame('lg', false)} min-w-0 grow bg-sunken!`}>
          <span className="truncate select-all">{address}</span>
        </div>
        <IconButton
          variant="outlined"
          icon={ExternalLink}
          label={t('publishing.open')}
          className="size-9!"
          onClick={() => void window.open(address, '_blank', 'noopener')}
        />
        <IconButton
          variant="outlined"
          icon={Copy}
          label={t('publishing.copy')}
          className="size-9!"
          onClick={() => void handleCopy()}
        />
      </div>
      <div className="flex items-center gap-2">
        <span aria-hidden className="size-2 shrink-0 rounded-full bg-success" />
        <span className="min-w-0 grow text-ink-2">{t(`publishing.live.${kind}`)}</span>
        <Button
          size="sm"
          variant="ghost"
          className="text-danger-ink!"
          onClick={() => setAsking(true)}
        >
          {t('publishing.unpublish')}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        icon={Globe}
        title={t('publishing.unpublish_question', { name })}
        confirmLabel={t('publishing.unpublish')}
        busyLabel={t('publishing.unpublishing')}
        busy={unpublish.isPending}
        onClose={() => !unpublish.isPending && setAsking(false)}
        onConfirm={() => void handleUnpublish()}
      >
        {t('publishing.unpublish_text')}
      </ConfirmDialog>
    </div>
  )
}
