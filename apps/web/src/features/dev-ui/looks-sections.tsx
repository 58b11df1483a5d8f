import { Briefcase } from 'lucide-react'
import { labelColours } from '#ui/controls/label-colours.ts'
import { LogoMark } from '#ui/icons/logo-mark.tsx'
import { type Priority, PriorityIcon } from '#ui/icons/priority-icon.tsx'
import { type StateGroup, StateIcon } from '#ui/icons/state-icon.tsx'
import { Avatar, NoAvatar } from '#ui/people/avatar.tsx'
import { AvatarGroup } from '#ui/people/avatar-group.tsx'
import { Badge, Chip, Count, Tag } from '#ui/people/badge.tsx'
import { GallerySection } from './gallery-section.tsx'
import { people } from './samples.ts'

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const avatarColours = 'ember clay sand moss pine lagoon tarn lake iris heather orchid slate'.split(
  ' ',
)

function Scale({ name, from }: { name: 'stone' | 'tarn'; from: number }) {
  return (
    <div className="mb-2 flex flex-wrap gap-0.75">
      {Array.from({ length: 13 - from }, (_, index) => index + from).map((step) => (
        <span key={step} className="flex flex-col items-center gap-1 text-micro text-ink-3">
          <span
            className="size-7 rounded-md shadow-[inset_0_0_0_1px_var(--line)]"
            style={{ background: `var(--${name}-${step})` }}
          />
          {step}
        </span>
      ))}
    </div>
  )
}

export function ColourSection() {
  return (
    <GallerySection title="Colour">
      <Scale name="stone" from={0} />
      <Scale name="tarn" from={1} />
      <div className="mt-3 flex flex-wrap gap-2">
        {labelColours.map(({ name, hex }) => (
          <Chip key={name} colour={hex}>
            {capital(name)}
          </Chip>
        ))}
      </div>
      <div className="mt-3 flex flex-wrap gap-1">
        {avatarColours.map((colour) => (
          <span
            key={colour}
            style={{ background: `var(--avatar-${colour})` }}
            className="inline-grid size-6 place-items-center rounded-full pt-[0.16em] text-[12px] leading-none font-semibold text-(--on-avatar)"
          >
            {capital(colour).charAt(0)}
          </span>
        ))}
      </div>
    </GallerySection>
  )
}

const steps = [
  { name: 'Display 24/32', look: 'text-display font-semibold', sample: 'Good morning, Maya' },
  { name: 'Heading 20/28', look: 'text-heading font-semibold', sample: 'Project settings' },
  { name: 'Title 16/24', look: 'text-title font-semibold', sample: 'No work items yet' },
  { name: 'Body 14/22', look: 'text-body', sample: 'Descriptions, comments, pages' },
  { name: 'UI 13/20', look: 'text-ui', sample: 'Rows, menus, buttons' },
  { name: 'UI medium', look: 'text-ui font-medium', sample: 'Group headers, buttons' },
  { name: 'Small 12/16', look: 'text-small text-ink-2', sample: 'Chips, dates, counts' },
  { name: 'Micro 11/16', look: 'text-micro text-ink-3', sample: 'Badges, axis labels' },
  { name: 'Tabular', look: 'text-small tabular-nums', sample: '1,111 · 8,888 · 09:24' },
]

export function TypeSection() {
  return (
    <GallerySection title="Type">
      {steps.map(({ name, look, sample }) => (
        <div key={name} className="mb-1.5 flex items-baseline gap-3">
          <span className="w-23 shrink-0 text-small leading-5 text-ink-3">{name}</span>
          <span className={look}>{sample}</span>
        </div>
      ))}
    </GallerySection>
  )
}

const states: { name: string; group: StateGroup; position?: number; count?: number }[] = [
  { name: 'Backlog', group: 'backlog' },
  { name: 'Unstarted', group: 'unstarted' },
  { name: 'Started, first half', group: 'started' },
  { name: 'Started, later', group: 'started', position: 3, count: 3 },
  { name: 'Completed', group: 'completed' },
  { name: 'Cancelled', group: 'cancelled' },
]
const priorities: Priority[] = ['urgent', 'high', 'medium', 'low', 'none']

export function StatesSection() {
  return (
    <GallerySection title="States and priorities">
      <div className="grid grid-cols-2">
        <div>
          {states.map(({ name, ...state }) => (
            <div key={name} className="flex h-7 items-center gap-2">
              <StateIcon {...state} />
              {name}
            </div>
          ))}
        </div>
        <div>
          {priorities.map((priority) => (
            <div key={priority} className="flex h-7 items-center gap-2">
              <PriorityIcon priority={priority} />
              {capital(priority)}
            </div>
          ))}
          <div className="flex h-7 items-center gap-2">
            <StateIcon group="started" colour="#f59e0b" />
            <StateIcon group="unstarted" colour="#3f76ff" />
            <StateIcon group="backlog" colour="#d9d9d9" />
            <StateIcon group="completed" colour="#16a34a" />
            Picked
          </div>
        </div>
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <Tag tone="warning">In progress</Tag>
        <Tag tone="info">Yet to start</Tag>
        <Tag tone="success">Completed</Tag>
        <Tag tone="danger">2 days late</Tag>
        <Tag>Draft</Tag>
        <Tag tone="accent">3 selected</Tag>
      </div>
    </GallerySection>
  )
}

const [maya, jonas, priya] = people

export function PeopleSection() {
  if (!maya || !jonas || !priya) return null
  return (
    <GallerySection title="Avatars, counts, logos">
      <div className="flex flex-wrap items-center gap-2">
        {([16, 20, 24, 28, 32] as const).map((size) => (
          <Avatar key={size} person={maya} size={size} />
        ))}
        <NoAvatar label="No assignee" />
        <AvatarGroup people={[maya, jonas]} />
        <AvatarGroup people={[maya, jonas, priya]} size={24} />
        <AvatarGroup people={people} />
        <AvatarGroup people={people} size={24} />
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <Count value={125} />
        <Count value={1284} />
        <Badge value={4} />
        <Badge value={140} />
        {[16, 20, 28, 40].map((size) => (
          <LogoMark
            key={size}
            size={size}
            fallback={Briefcase}
            value={{ in_use: 'icon', icon: { name: 'mountain', color: 'var(--avatar-tarn)' } }}
          />
        ))}
        {[16, 20, 28].map((size) => (
          <LogoMark
            key={size}
            size={size}
            fallback={Briefcase}
            value={{ in_use: 'emoji', emoji: { value: '128640' } }}
          />
        ))}
        <LogoMark value={{}} fallback={Briefcase} />
      </div>
    </GallerySection>
  )
}
