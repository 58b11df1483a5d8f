import { expect, it } from 'vitest'
import { toggleTask } from './tasks.ts'

const list = (...ticks: boolean[]) =>
  `<ul data-type="taskList">${ticks
    .map((tick) => `<li data-type="taskItem" data-checked="${tick}"><div><p>x</p></div></li>`)
    .join('')}</ul>`

it('ticks one to-do and leaves the others', () => {
  expect(toggleTask(list(false, true, false), 2)).toBe(list(false, true, true))
  expect(toggleTask(list(false, true, false), 1)).toBe(list(false, false, false))
  expect(toggleTask(list(false), 7)).toBe(list(false))
  expect(toggleTask('<p>data-checked="true"</p>', 0)).toBe('<p>data-checked="true"</p>')
})
