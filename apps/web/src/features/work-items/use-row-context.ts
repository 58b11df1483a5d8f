import { useMemo, useRef } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { isWritable } from '#entities/project/hooks.ts'
import { stateIcon } from '#entities/state/state-picture.tsx'
import { usePriorityOptions } from '#entities/work-item/priority-options.tsx'
import type { LayoutProps } from '#entities/work-item-list/layout-props.ts'
import { abilitiesOf, namedModules, projectOf } from '#entities/work-item-list/list-context.ts'
import type { Face, RowContext } from '#entities/work-item-list/row-context.ts'
import type { Option } from '#ui/controls/combobox.tsx'

type Drawn = Pick<LayoutProps, 'context' | 'settings' | 'references' | 'small'>
type Shared = Pick<RowContext, 'selects' | 'onRename' | 'onRenamed' | 'attachDrag'>

/** Whether rows can be selected for bulk actions. */
export function maySelect(
  context: LayoutProps['context'],
  references: LayoutProps['references'],
  small: boolean,
): boolean {
  const project = references.projects.get(projectOf(context) ?? '')
  return abilitiesOf(context).select && !small && project !== undefined && isWritable(project)
}

/** The context rows are rendered with. */
export function useRowContext(props: Drawn, shared: Shared): RowContext {
  const { context, settings, references, small } = props
  const { slug } = context
  const { t } = useTranslation()
  const priorityOptions = usePriorityOptions()
  const { selects, onRenamed, attachDrag } = shared
  const rename = useRef(shared.onRename)
  rename.current = shared.onRename
  const { states, labels, people, projects, cycles, modules, points, types, typeOf } = references
  const { properties } = settings
  const typeFaces = useMemo(() => {
    const options = [...types.values()].map((type) => ({
      value: type.id,
      label: type.name,
      icon: type.icon,
    }))
    return facesOf(options, t('pickers.type'))
  }, [t, types])
  return useMemo(
    () => ({
      t,
      slug,
      shows: properties,
      identifiers: new Map([...projects.values()].map(({ id, identifier }) => [id, identifier])),
      states: facesOf(
        states.map((state) => ({
          value: state.id,
          label: state.name,
          icon: stateIcon(
            state,
            states.filter(({ project_id }) => project_id === state.project_id),
          ),
        })),
        t('pickers.state'),
      ),
      priorities: facesOf(priorityOptions, t('pickers.priority')),
      hasTypes: ({ project_id, is_epic }) =>
        !is_epic && Boolean(projects.get(project_id)?.type_ids.length),
      typeOf: (item) => typeFaces.get(typeOf(item)?.id ?? ''),
      labels,
      people,
      cycles,
      modules: namedModules(context, modules),
      points,
      small,
      selects,
      onRename: (item, name) => rename.current(item, name),
      onRenamed,
      attachDrag,
    }),
    [
      t,
      context,
      slug,
      properties,
      projects,
      states,
      priorityOptions,
      labels,
      people,
      cycles,
      modules,
      points,
      typeFaces,
      typeOf,
      small,
      selects,
      onRenamed,
      attachDrag,
    ],
  )
}

const facesOf = (options: readonly Option[], what: string): ReadonlyMap<string, Face> =>
  new Map(
    options.map(({ value, label, icon }) => [value, { label: `${what}: ${label}`, icon }] as const),
  )
