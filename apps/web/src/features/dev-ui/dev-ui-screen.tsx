import { useState } from 'react'
import { Segment } from '#ui/controls/segment.tsx'
import { CairnMark, CairnWordmark } from '#ui/icons/logo.tsx'
import { type Theme, themes, useTheme } from '#ui/theme/theme.ts'
import { ButtonsSection, FormSection, InputsSection } from './controls-sections.tsx'
import { EditorSection } from './editor-section.tsx'
import {
  ListSection,
  ProgressSection,
  SidebarSection,
  StatesOfPagesSection,
  TableSection,
} from './layout-sections.tsx'
import { ColourSection, PeopleSection, StatesSection, TypeSection } from './looks-sections.tsx'
import { DialogsSection, MenusSection, ToastsSection } from './overlays-sections.tsx'
import { PickersSection } from './pickers-section.tsx'
import { RowsSection } from './rows-section.tsx'
import { SettingsExample } from './settings-section.tsx'

const names: Record<Theme, string> = {
  light: 'Light',
  dark: 'Dark',
  'light-contrast': 'Light high contrast',
  'dark-contrast': 'Dark high contrast',
}

function Gallery() {
  return (
    <div className="grid grid-cols-1 gap-x-10 gap-y-9 px-12 pb-9 max-md:px-4 lg:grid-cols-3">
      <ColourSection />
      <TypeSection />
      <StatesSection />
      <ButtonsSection />
      <InputsSection />
      <RowsSection />
      <MenusSection />
      <ToastsSection />
      <DialogsSection />
      <ProgressSection />
      <PickersSection />
      <PeopleSection />
      <FormSection />
      <SidebarSection />
      <ListSection />
      <TableSection />
      <StatesOfPagesSection />
      <SettingsExample />
      <EditorSection />
    </div>
  )
}

/** Every part of the design system in every theme; in development only, at /dev/ui. */
export function DevUiScreen() {
  const { choice, setTheme } = useTheme()
  const [together, setTogether] = useState<'one' | 'all'>('one')
  return (
    <main className="h-full overflow-y-auto bg-surface">
      <header className="flex flex-wrap items-center gap-8 px-12 py-9 max-md:gap-4 max-md:px-4 max-md:py-4">
        <h1>
          <CairnWordmark height={36} />
        </h1>
        <CairnMark size={16} />
        <CairnMark size={20} />
        <CairnMark size={32} />
        <CairnMark size={32} mono />
        <div className="ml-auto flex max-w-full flex-wrap gap-2 overflow-x-auto">
          <Segment
            label="Theme"
            value={choice === 'custom' ? 'system' : choice}
            onChange={(theme) => setTheme(theme)}
            options={[
              { value: 'system', label: 'System' },
              ...themes.map((theme) => ({ value: theme, label: names[theme] })),
            ]}
          />
          <Segment
            label="Themes shown"
            value={together}
            onChange={setTogether}
            options={[
              { value: 'one', label: 'One' },
              { value: 'all', label: 'All four' },
            ]}
          />
        </div>
      </header>
      {together === 'one' ? (
        <Gallery />
      ) : (
        <div className="grid grid-cols-2">
          {themes.map((theme) => (
            <section
              key={theme}
              aria-label={names[theme]}
              data-theme={theme}
              className="min-w-0 bg-surface pt-9 text-ink"
            >
              <Gallery />
            </section>
          ))}
        </div>
      )}
    </main>
  )
}
