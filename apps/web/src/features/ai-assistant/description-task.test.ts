import { describe, expect, it } from 'vitest'
import { aboutItem, answerHtml, appended, fromTitle, saysEnough } from './description-task.ts'

describe('a task for the model', () => {
  it('is made of a title that says something', () => {
    expect(saysEnough(' Fix it  ')).toBe(false)
    expect(saysEnough('Fix the crash on zooming out')).toBe(true)
    expect(fromTitle(' Fix the crash ').prompt).toBe('Fix the crash')
  })

  it('carries the title and what is written already, as Markdown', () => {
    const { task, prompt } = aboutItem(
      ' Make it shorter ',
      'Crash',
      '<p>On <strong>zoom</strong></p>',
    )
    expect(task).toMatch(/^Make it shorter\n/)
    expect(prompt).toBe('Title of the work item: Crash\n\nIts description:\nOn **zoom**')
    expect(aboutItem('Plan it', '', '<p></p>').prompt).toBe('Title of the work item: -')
  })
})

describe('the answer', () => {
  it('becomes rich text, also out of a fence around it', () => {
    const html = '<h2>Steps</h2><p>Zoom <strong>out</strong></p>'
    expect(answerHtml('## Steps\n\nZoom **out**\n')).toBe(html)
    expect(answerHtml('```markdown\n## Steps\n\nZoom **out**\n```')).toBe(html)
  })

  it('brings no HTML of its own', () => {
    expect(answerHtml('<img src=x onerror=alert(1)>')).not.toContain('<img')
  })

  it('stands after what was written, or in place of nothing', () => {
    expect(appended('<p>One</p>', '<p>Two</p>')).toBe('<p>One</p><p>Two</p>')
    expect(appended('<p></p>', '<p>Two</p>')).toBe('<p>Two</p>')
  })
})
