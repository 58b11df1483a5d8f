import type { Day } from '@cairn/calendar'
import {
  CalendarCheck,
  Calendar as CalendarIcon,
  Mountain,
  Tag as TagIcon,
  Users,
} from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { Combobox } from '#ui/controls/combobox.tsx'
import { EmojiIconPicker } from '#ui/controls/emoji-icon-picker.tsx'
import { PropertyPill, PropertyRow } from '#ui/controls/property-pill.tsx'
import { DatePicker } from '#ui/dates/date-picker.tsx'
import { DateRangePicker, type DayRange } from '#ui/dates/date-range-picker.tsx'
import { rangeText, shortDate } from '#ui/dates/day.ts'
import { LogoMark } from '#ui/icons/logo-mark.tsx'
import type { LogoValue } from '#ui/icons/logo-value.ts'
import { type Priority, PriorityIcon } from '#ui/icons/priority-icon.tsx'
import { StateIcon } from '#ui/icons/state-icon.tsx'
import { Avatar } from '#ui/people/avatar.tsx'
import { AvatarGroup } from '#ui/people/avatar-group.tsx'
import { Chip, Dot } from '#ui/people/badge.tsx'
import { GallerySection } from './gallery-section.tsx'
import { labels, people } from './samples.ts'

const states = [
  { value: 'backlog', label: 'Backlog', icon: <StateIcon group="backlog" /> },
  { value: 'todo', label: 'Todo', icon: <StateIcon group="unstarted" /> },
  { value: 'progress', label: 'In Progress', icon: <StateIcon group="started" /> },
  { value: 'done', label: 'Done', icon: <StateIcon group="completed" /> },
  { value: 'cancelled', label: 'Cancelled', icon: <StateIcon group="cancelled" /> },
]
const priorities = (['urgent', 'high', 'medium', 'low', 'none'] as const).map((value) => ({
  value,
  label: value.charAt(0).toUpperCase() + value.slice(1),
  icon: <PriorityIcon priority={value} />,
}))
const members = people.map((person) => ({
  value: person.id,
  label: person.name,
  icon: <Avatar person={person} size={16} tooltip={false} />,
}))
const many = Array.from({ length: 2000 }, (_, index) => ({
  value: String(index),
  label: `Work item ${index + 1}`,
}))

export function PickersSection() {
  const [state, setState] = useState('progress')
  const [priority, setPriority] = useState<string>('high')
  const [assignees, setAssignees] = useState<string[]>(['maya', 'jonas'])
  const [chosen, setChosen] = useState<string[]>(['offline'])
  const [options, setOptions] = useState(labels)
  const [parent, setParent] = useState<string | null>(null)
  const [due, setDue] = useState<Day | null>('2026-11-18')
  const [range, setRange] = useState<DayRange>({ start: '2026-11-09', end: '2026-11-27' })
  const [logo, setLogo] = useState<LogoValue>({
    in_use: 'icon',
    icon: { name: 'mountain', color: '#1a96a1' },
  })
  const stateOption = states.find(({ value }) => value === state)
  const assigned = people.filter(({ id }) => assignees.includes(id))

  return (
    <GallerySection title="Properties and pickers">
      <div className="mb-3 flex flex-wrap gap-1.5">
        <Combobox
          label="State"
          options={states}
          value={state}
          onChange={setState}
          trigger={
            <PropertyPill label="State" icon={stateOption?.icon}>
              {stateOption?.label}
            </PropertyPill>
          }
        />
        <Combobox
          label="Priority"
          options={priorities}
          value={priority}
          onChange={setPriority}
          trigger={
            <PropertyPill
              label="Priority"
              valueText={priority}
              icon={<PriorityIcon priority={priority as Priority} size={14} />}
            />
          }
        />
        <DatePicker
          label="Due date"
          value={due}
          onChange={setDue}
          trigger={
            <PropertyPill label="Due date" icon={CalendarCheck}>
              {shortDate(due) || undefined}
            </PropertyPill>
          }
        />
        <PropertyPill label="Due date" icon={CalendarCheck} late>
          Nov 14
        </PropertyPill>
        <Chip colour="#359e8b">Offline</Chip>
      </div>
      <dl>
        <PropertyRow icon={Users} label="Assignees">
          <Combobox
            multiple
            label="Assignees"
            options={members}
            value={assignees}
            onChange={setAssignees}
            trigger={
              <PropertyPill
                look="plain"
                label="Assignees"
                icon={<AvatarGroup people={assigned} tooltip={false} />}
                placeholder="Add assignees"
              >
                {assigned.map(({ name }) => name).join(', ') || undefined}
              </PropertyPill>
            }
          />
        </PropertyRow>
        <PropertyRow icon={TagIcon} label="Labels">
          <Combobox
            multiple
            label="Labels"
            options={options.map((label) => ({ ...label, icon: <Dot colour={label.colour} /> }))}
            value={chosen}
            onChange={setChosen}
            onCreate={(name) =>
              setOptions([...options, { value: name, label: name, colour: '#7173d7' }])
            }
            trigger={
              <PropertyPill look="plain" label="Labels" placeholder="Add labels">
                {chosen.join(', ') || undefined}
              </PropertyPill>
            }
          />
        </PropertyRow>
        <PropertyRow icon={CalendarIcon} label="Dates">
          <DateRangePicker
            label="Dates"
            value={range}
            onChange={setRange}
            trigger={
              <PropertyPill look="plain" label="Dates" placeholder="Add dates">
                {rangeText(range.start, range.end) || undefined}
              </PropertyPill>
            }
          />
        </PropertyRow>
      </dl>
      <div className="mt-3 flex flex-wrap gap-2">
        <Combobox
          label="Parent"
          options={many}
          value={parent}
          onChange={setParent}
          trigger={<Button>2,000 options</Button>}
        />
        <EmojiIconPicker
          label="Project picture"
          value={logo}
          onChange={setLogo}
          trigger={
            <Button icon={<LogoMark value={logo} size={16} fallback={Mountain} />}>Picture</Button>
          }
        />
      </div>
    </GallerySection>
  )
}
