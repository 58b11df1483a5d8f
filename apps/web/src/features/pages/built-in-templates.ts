import { t } from '#data/i18n.ts'
import type { LogoValue } from '#ui/icons/logo-value.ts'

export interface BuiltInTemplate {
  id: string
  name: string
  logo: LogoValue
  html: () => string
}

const written = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const paragraph = (text: string) => `<p>${written(text)}</p>`
const heading = (text: string) => `<h2>${written(text)}</h2>`
const list = (...texts: string[]) =>
  `<ul>${texts.map((text) => `<li>${paragraph(text)}</li>`).join('')}</ul>`
const task = (text: string) =>
  `<ul data-type="taskList"><li data-type="taskItem" data-checked="false"><label><input type="checkbox" disabled /><span></span></label><div>${paragraph(text)}</div></li></ul>`

const emoji = (value: string): LogoValue => ({ in_use: 'emoji', emoji: { value } })

/** In the language of the user who creates the page. */
export const builtInTemplates = (): BuiltInTemplate[] => [
  {
    id: 'meeting',
    name: t('page_templates.meeting.name'),
    logo: emoji('128221'),
    html: () =>
      [
        heading(t('page_templates.meeting.goal')),
        paragraph(t('page_templates.meeting.goal_text')),
        heading(t('page_templates.meeting.agenda')),
        list(t('page_templates.meeting.agenda_text')),
        heading(t('page_templates.meeting.notes')),
        '<p></p>',
        heading(t('page_templates.meeting.decisions')),
        list(t('page_templates.meeting.decisions_text')),
        heading(t('page_templates.meeting.next')),
        task(t('page_templates.meeting.next_text')),
      ].join(''),
  },
  {
    id: 'brief',
    name: t('page_templates.brief.name'),
    logo: emoji('129517'),
    html: () =>
      [
        heading(t('page_templates.brief.problem')),
        paragraph(t('page_templates.brief.problem_text')),
        heading(t('page_templates.brief.goal')),
        paragraph(t('page_templates.brief.goal_text')),
        heading(t('page_templates.brief.scope')),
        list(t('page_templates.brief.scope_in'), t('page_templates.brief.scope_out')),
        heading(t('page_templates.brief.approach')),
        paragraph(t('page_templates.brief.approach_text')),
        heading(t('page_templates.brief.milestones')),
        task(t('page_templates.brief.milestones_text')),
        heading(t('page_templates.brief.risks')),
        list(t('page_templates.brief.risks_text')),
      ].join(''),
  },
  {
    id: 'retrospective',
    name: t('page_templates.retrospective.name'),
    logo: emoji('128260'),
    html: () =>
      [
        heading(t('page_templates.retrospective.well')),
        list(t('page_templates.retrospective.well_text')),
        heading(t('page_templates.retrospective.badly')),
        list(t('page_templates.retrospective.badly_text')),
        heading(t('page_templates.retrospective.learned')),
        list(t('page_templates.retrospective.learned_text')),
        heading(t('page_templates.retrospective.change')),
        task(t('page_templates.retrospective.change_text')),
      ].join(''),
  },
  {
    id: 'decision',
    name: t('page_templates.decision.name'),
    logo: emoji('9878-65039'),
    html: () =>
      [
        paragraph(t('page_templates.decision.status')),
        heading(t('page_templates.decision.context')),
        paragraph(t('page_templates.decision.context_text')),
        heading(t('page_templates.decision.options')),
        list(t('page_templates.decision.option_a'), t('page_templates.decision.option_b')),
        heading(t('page_templates.decision.choice')),
        paragraph(t('page_templates.decision.choice_text')),
        heading(t('page_templates.decision.consequences')),
        list(t('page_templates.decision.consequences_text')),
      ].join(''),
  },
]
