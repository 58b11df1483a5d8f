import { assetsApi, builtInCovers, type Picture } from '@cairn/contract'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { ImageDialog } from '#entities/file/image-dialog.tsx'
import { useInstance } from '#entities/instance/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { SearchInput } from '#ui/controls/search-input.tsx'
import { Tabs } from '#ui/controls/tabs.tsx'
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { classNames } from '#ui/theme/class-names.ts'

interface CoverDialogProps {
  open: boolean
  onClose: () => void
  /** URL of the current cover. */
  value: string | null | undefined
  /** A built-in cover, or one found elsewhere. */
  onPick: (address: string) => void
  upload: (file: File, onProgress: (share: number) => void) => Promise<unknown>
  remove: () => Promise<unknown>
}

export function CoverDialog({ open, onClose, value, onPick, upload, remove }: CoverDialogProps) {
  const { t } = useTranslation()
  const searchable = useInstance()?.config.has_unsplash_configured ?? false
  const [tab, setTab] = useState<'ours' | 'search'>('ours')
  const [uploading, setUploading] = useState(false)

  function pick(address: string) {
    onPick(address)
    onClose()
  }
  const ours = builtInCovers.map((address) => ({
    address,
    preview: address,
    name: address.replace(/^.*\/|\.\w+$/g, ''),
  }))

  return (
    <>
      <Dialog
        open={open}
        onClose={onClose}
        title={t('projects.cover.title')}
        footer={
          <>
            <Button onClick={onClose}>{t('common.cancel')}</Button>
            <Button
              variant="primary"
              onClick={() => {
                onClose()
                setUploading(true)
              }}
            >
              {t('projects.cover.upload')}
            </Button>
          </>
        }
      >
        {searchable ? (
          <Tabs
            label={t('projects.cover.title')}
            tabs={[
              { value: 'ours', label: t('projects.cover.ours') },
              { value: 'search', label: t('projects.cover.search') },
            ]}
            value={tab}
            onChange={setTab}
            panelClassName="pt-4"
          >
            {tab === 'ours' ? (
              <CoverGrid covers={ours} value={value} onPick={pick} />
            ) : (
              <FoundCovers value={value} onPick={pick} />
            )}
          </Tabs>
        ) : (
          <CoverGrid covers={ours} value={value} onPick={pick} />
        )}
      </Dialog>
      <ImageDialog
        open={uploading}
        onClose={() => setUploading(false)}
        image={value}
        upload={upload}
        remove={remove}
      />
    </>
  )
}

interface Cover {
  address: string
  preview: string
  name: string
}

interface CoverGridProps {
  covers: Cover[]
  value: string | null | undefined
  onPick: (address: string) => void
}

const gridLook = 'grid grid-cols-2 gap-2'

function CoverGrid({ covers, value, onPick }: CoverGridProps) {
  const { t } = useTranslation()
  return (
    <ul aria-label={t('projects.cover.ours')} className={gridLook}>
      {covers.map(({ address, preview, name }) => (
        <li key={address}>
          <button
            type="button"
            aria-label={t('projects.cover.named', { name })}
            aria-pressed={address === value}
            onClick={() => onPick(address)}
            className={classNames(
              'block h-20 w-full overflow-hidden rounded-md border border-line',
              address === value && 'outline-2 outline-offset-2 outline-accent',
            )}
          >
            <img src={preview} alt="" className="size-full object-cover" />
          </button>
        </li>
      ))}
    </ul>
  )
}

const toCover = ({ urls, alt_description, id }: Picture): Cover => ({
  address: urls.regular,
  preview: urls.small,
  name: alt_description ?? id,
})

function FoundCovers({ value, onPick }: Omit<CoverGridProps, 'covers'>) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [wanted, setWanted] = useState('')
  const { data, isError } = useQuery({
    queryKey: ['pictures', wanted],
    queryFn: async ({ signal }) => {
      const query = { per_page: '20', ...(wanted && { query: wanted }) }
      const found = await call(assetsApi.searchPictures, { query, signal })
      return Array.isArray(found) ? found : found.results
    },
  })

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    setWanted(typed.trim())
  }

  return (
    <>
      <form onSubmit={handleSubmit} className="mb-3 flex gap-2">
        <div className="min-w-0 grow">
          <SearchInput label={t('projects.cover.search_for')} value={typed} onChange={setTyped} />
        </div>
        <Button type="submit">{t('projects.cover.find')}</Button>
      </form>
      {isError ? (
        <p className="py-6 text-center text-ink-2">{t('errors.something_wrong')}</p>
      ) : !data ? (
        <SkeletonGroup>
          <div className={gridLook}>
            {[1, 2, 3, 4, 5, 6, 7, 8].map((one) => (
              <Skeleton key={one} height={80} className="rounded-md!" />
            ))}
          </div>
        </SkeletonGroup>
      ) : data.length === 0 ? (
        <p className="py-6 text-center text-ink-2">{t('projects.cover.none_found')}</p>
      ) : (
        <CoverGrid covers={data.map(toCover)} value={value} onPick={onPick} />
      )}
    </>
  )
}
