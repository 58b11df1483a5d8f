import { Plus } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { HomeSection } from '#ui/layout/home-section.tsx'
import { SomeStickies } from './some-stickies.tsx'
import { StickySearch } from './sticky-search.tsx'
import { useStickyList } from './use-sticky-list.ts'

/** Notes on the home page. */
export default function StickiesWidget({ slug }: { slug: string }) {
  const { t } = useTranslation()
  const list = useStickyList(slug)
  return (
    <HomeSection
      id="home-stickies"
      title={t('stickies.yours')}
      actions={
        <div className="flex items-center gap-1">
          <StickySearch {...list.searchProps} />
          <Button variant="ghost" icon={Plus} onClick={list.add}>
            {t('stickies.add')}
          </Button>
        </div>
      }
    >
      <SomeStickies slug={slug} list={list} />
    </HomeSection>
  )
}
