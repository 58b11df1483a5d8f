import { accountApi, type Profile } from '@cairn/contract'
import { Boxes, FileText, IterationCw, Layers, type LucideIcon, SquareCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { call } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
import { profile, useMe } from '#entities/account/hooks.ts'
import { useShell } from '#entities/frame/shell-context.ts'
import { useJoinedProjects } from '#entities/project/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { CairnMark } from '#ui/icons/logo.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { useParams } from '#ui/router/hooks.ts'
import { classNames } from '#ui/theme/class-names.ts'
import { TourPicture, type TourTopic } from './tour-picture.tsx'

const topics: { topic: TourTopic; icon: LucideIcon }[] = [
  { topic: 'work_items', icon: SquareCheck },
  { topic: 'cycles', icon: IterationCw },
  { topic: 'modules', icon: Boxes },
  { topic: 'views', icon: Layers },
  { topic: 'pages', icon: FileText },
]

const useFinishTour = () =>
  useOptimisticMutation({
    query: profile,
    send: () => call(accountApi.finishTour, { body: { is_tour_completed: true } }),
    apply: (data: Profile, _: undefined) => ({ ...data, is_tour_completed: true }),
    failure: 'tour.not_saved',
  })

/** Introduces the features to new users. */
export default function ProductTour() {
  const [started, setStarted] = useState(false)
  const finish = useFinishTour()
  const handleClose = () => finish.mutate(undefined)
  return started ? (
    <TourWindow onClose={handleClose} />
  ) : (
    <Welcome onStart={() => setStarted(true)} onClose={handleClose} />
  )
}

function Welcome({ onStart, onClose }: { onStart: () => void; onClose: () => void }) {
  const { t } = useTranslation()
  const { first_name, last_name, display_name } = useMe()
  const primary = useRef<HTMLButtonElement>(null)
  const name = `${first_name} ${last_name}`.trim() || display_name
  return (
    <Dialog
      open
      hideTitle
      dismissible={false}
      onClose={onClose}
      initialFocus={primary}
      title={t('tour.welcome', { name })}
      description={t('tour.welcome_text')}
    >
      <div className="flex flex-col items-center pt-6 text-center">
        <CairnMark size={48} />
        <p aria-hidden className="mt-4 text-heading font-semibold wrap-anywhere">
          {t('tour.welcome', { name })}
        </p>
        <p aria-hidden className="mt-1 max-w-90 text-ink-2">
          {t('tour.welcome_text')}
        </p>
        <div className="mt-6 mb-6 flex flex-wrap justify-center gap-2">
          <Button size="lg" onClick={onClose}>
            {t('tour.no_thanks')}
          </Button>
          <Button ref={primary} variant="primary" size="lg" onClick={onStart}>
            {t('tour.start')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function TourWindow({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { slug = '' } = useParams()
  const { createProject } = useShell()
  // A user who is already in a project needs no first one.
  const joined = useJoinedProjects(slug)
  const offersProject = createProject && joined?.length === 0
  const [at, setAt] = useState(0)
  const next = useRef<HTMLButtonElement>(null)
  const done = useRef<HTMLButtonElement>(null)
  const topic = topics[at]?.topic ?? 'work_items'
  const isLast = at === topics.length - 1

  // The focused button is removed in the last step; move the focus to the one that replaces it.
  useEffect(() => {
    if (isLast) done.current?.focus()
  }, [isLast])

  function handleCreate() {
    onClose()
    createProject?.()
  }

  return (
    <Dialog
      open
      size="lg"
      dismissible={false}
      onClose={onClose}
      initialFocus={next}
      title={t('tour.title')}
      footer={
        <>
          {at > 0 && <Button onClick={() => setAt(at - 1)}>{t('tour.back')}</Button>}
          {!isLast && (
            <Button ref={next} variant="primary" onClick={() => setAt(at + 1)}>
              {t('tour.next')}
            </Button>
          )}
          {isLast && offersProject && (
            <Button onClick={handleCreate}>{t('tour.create_project')}</Button>
          )}
          {isLast && (
            <Button ref={done} variant="primary" onClick={onClose}>
              {t('ui.done')}
            </Button>
          )}
        </>
      }
    >
      <div className="flex gap-6 max-md:flex-col max-md:gap-4">
        <nav aria-label={t('tour.topics')} className="w-36 shrink-0 max-md:w-full">
          <ul className="flex flex-col gap-0.5 max-md:flex-row max-md:flex-wrap">
            {topics.map(({ topic: each, icon }, index) => (
              <li key={each}>
                <button
                  type="button"
                  aria-current={index === at ? 'step' : undefined}
                  onClick={() => setAt(index)}
                  className={classNames(
                    'flex h-8 w-full items-center gap-2 rounded-md px-2 text-left max-md:h-11',
                    index === at
                      ? 'bg-pressed font-medium hc:shadow-[inset_0_0_0_1px_var(--line-strong)]'
                      : 'text-ink-2 hover:bg-hover',
                  )}
                >
                  <Icon of={icon} className="text-ink-3" />
                  {t(`tour.${each}.name`)}
                </button>
              </li>
            ))}
          </ul>
        </nav>
        <section aria-live="polite" className="min-w-0 grow">
          <TourPicture topic={topic} />
          <h3 className="mt-4 text-title font-semibold">{t(`tour.${topic}.title`)}</h3>
          <p className="mt-1 text-ink-2">{t(`tour.${topic}.text`)}</p>
        </section>
      </div>
    </Dialog>
  )
}
