import { accountApi, commentsApi, MEMBER, projectMembersApi, workItemsApi } from '@cairn/contract'
import type { Locator, Page } from '@playwright/test'
import { expectAccessibleInThemes } from '../kit/accessibility.ts'
import { drag } from '../kit/drag.ts'
import { call, expect, test, type Visitor } from '../kit/visitors.ts'

/** A 4 × 2 picture. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAIAAADwyuo0AAAAEElEQVR4nGPQbPkPRwxwFgBUnQnJBUvVMQAAAABJRU5ErkJggg==',
  'base64',
)

async function openItem(ada: Visitor, description_html?: string) {
  const item = await ada.addItem('Offline tiles', { description_html })
  await ada.page.goto(`/${ada.slug}/browse/TRAIL-${item.sequence_id}/`)
  const editor = ada.page.getByRole('textbox', { name: 'Description' })
  await expect(editor).toBeVisible()
  return { item, editor, page: ada.page }
}

/** Selects the block first, then the document. */
async function empty(editor: Locator) {
  for (let press = 0; press < 3; press++) await editor.press('Control+a')
  await editor.press('Delete')
}

/** Present twice: visible, and for screen readers. */
const expectMessage = (page: Page, text: string) =>
  expect(page.getByText(text).first()).toBeVisible()

const saved = (page: Page) => expect(page.getByText('Saved', { exact: true })).toBeVisible()

interface Pasted {
  text?: string
  html?: string
  file?: { name: string; type: string; base64: string }
}

/** Simulates a paste or a drop. */
const bring = (editor: Locator, kind: 'paste' | 'drop', pasted: Pasted) =>
  editor.evaluate(
    (element, { kind, text, html, file }) => {
      const data = new DataTransfer()
      if (text) data.setData('text/plain', text)
      if (html) data.setData('text/html', html)
      if (file) {
        const bytes = Uint8Array.from(atob(file.base64), (letter) => letter.charCodeAt(0))
        data.items.add(new File([bytes], file.name, { type: file.type }))
      }
      const { left, top } = element.getBoundingClientRect()
      const shared = { bubbles: true, cancelable: true }
      element.dispatchEvent(
        kind === 'paste'
          ? new ClipboardEvent('paste', { ...shared, clipboardData: data })
          : new DragEvent('drop', {
              ...shared,
              dataTransfer: data,
              clientX: left + 4,
              clientY: top + 4,
            }),
      )
    },
    { kind, ...pasted },
  )

test('a key right after the caret moved acts where the caret is', async ({ ada }) => {
  const { editor } = await openItem(ada, '<p>first</p><p>second</p>')
  await editor.getByText('first').click()
  await expect(editor).toBeFocused()
  // In one task: the browser reports the move of the caret after it.
  await editor.evaluate((element) => {
    const [, second] = element.querySelectorAll('p')
    if (second) getSelection()?.collapse(second, 1)
    element.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', keyCode: 13, bubbles: true, cancelable: true }),
    )
  })
  await editor.pressSequentially('third')
  await expect(editor.locator('p')).toHaveText(['first', 'second', 'third'])
})

// @cap:editor.slash-menu
test('every block and colour is found and inserted by typing a slash', async ({ ada }) => {
  const { page, editor } = await openItem(ada)
  await editor.click()
  await editor.press('/')
  await expect(page.getByRole('listbox', { name: 'Insert' })).toBeVisible()
  await expect(page.getByRole('option', { name: 'Text' })).toHaveAttribute('aria-selected', 'true')
  await editor.press('Escape')
  await expect(page.getByRole('listbox')).toBeHidden()
  await editor.pressSequentially('nothing')
  await expect(page.getByRole('listbox')).toBeHidden()

  const blocks: [typed: string, block: string][] = [
    ...[1, 2, 3, 4, 5, 6].map((level): [string, string] => [`heading${level}`, `h${level}`]),
    ['to do', 'ul[data-type="taskList"]'],
    ['bullet', 'ul:not([data-type])'],
    ['numbered', 'ol'],
    ['table', 'table'],
    ['quote', 'blockquote'],
    ['code', 'pre'],
    ['callout', '[data-type="callout"]'],
    ['divider', 'hr'],
    ['text', 'p'],
  ]
  for (const [typed, block] of blocks) {
    await empty(editor)
    await editor.pressSequentially(`/${typed.replace(' ', '')}`)
    await editor.press('Enter')
    await expect(editor.locator(block).first()).toBeVisible()
  }

  await empty(editor)
  await editor.pressSequentially('/emoji')
  await editor.press('Enter')
  await expect(page.getByRole('listbox', { name: 'Emoji' })).toBeVisible()
  await editor.press('Enter')
  await expect(editor.locator('[data-type="emoji"]')).toHaveText('👍')

  const picked = page.waitForEvent('filechooser')
  await editor.pressSequentially(' /image')
  await editor.press('Enter')
  await picked

  const colours = ['gray', 'peach', 'pink', 'orange', 'green', 'lightblue', 'darkblue', 'purple']
  for (const typed of colours) {
    const name = typed.replace('blue', '-blue')
    await empty(editor)
    await editor.pressSequentially(`/${typed}`)
    await editor.press('Enter')
    await editor.pressSequentially('ink')
    await expect(editor.locator(`[data-text-color="${name}"]`)).toHaveText('ink')
    await editor.pressSequentially(` /${typed}`)
    await editor.press('ArrowDown')
    await editor.press('Enter')
    await editor.pressSequentially('fill')
    await expect(editor.locator(`[data-background-color="${name}"]`)).toHaveText('fill')
  }
  await editor.pressSequentially(' /default')
  await editor.press('Enter')
  await editor.pressSequentially('plain')
  await expect(editor.locator('[data-text-color="purple"]', { hasText: 'plain' })).toHaveCount(0)
})

// @cap:editor.formatting
// @cap:editor.mentions
test('text is formatted by selection menu, keys and toolbar, and people are called by name', async ({
  ada,
}) => {
  const { slug, project_id } = ada
  const grace = await ada.addColleague(MEMBER, 'Grace Hopper')
  const { id: member_id } = await call(grace.context.request, accountApi.me, {})
  await call(ada.context.request, projectMembersApi.add, {
    params: { slug, project_id },
    body: { members: [{ member_id, role: MEMBER }] },
  })
  const { page, editor } = await openItem(ada, '<p>walk</p>')
  const menu = page.getByRole('toolbar', { name: 'Format selection' })
  const press = (name: string) => menu.getByRole('button', { name, exact: true }).click()
  const marks: [name: string, keys: string, element: string][] = [
    ['Bold', 'Control+b', 'strong'],
    ['Italic', 'Control+i', 'em'],
    ['Underline', 'Control+u', 'u'],
    ['Strikethrough', 'Control+Shift+s', 's'],
    ['Code', 'Control+e', 'code'],
  ]
  await editor.click()
  await editor.press('Control+a')
  for (const [name, keys, element] of marks) {
    await press(name)
    await expect(editor.locator(element)).toHaveText('walk')
    await editor.press(keys)
    await expect(editor.locator(element)).toHaveCount(0)
  }
  for (const [to, key] of [
    ['center', 'e'],
    ['right', 'r'],
  ]) {
    await press(`Align ${to}`)
    await expect(editor.locator(`[data-text-align="${to}"]`)).toHaveText('walk')
    await editor.press('Control+Shift+l')
    await expect(editor.locator('[data-text-align]')).toHaveCount(0)
    await editor.press(`Control+Shift+${key}`)
    await expect(editor.locator(`[data-text-align="${to}"]`)).toHaveText('walk')
  }
  for (const level of [1, 2, 3, 4, 5, 6]) {
    await menu.getByRole('button', { name: /^Turn into/ }).click()
    await page.getByRole('button', { name: `Heading ${level}`, exact: true }).click()
    await expect(editor.locator(`h${level}`)).toHaveText('walk')
    await editor.press('Control+Alt+0')
    await expect(editor.locator('p')).toHaveText('walk')
    await editor.press(`Control+Alt+${level}`)
    await expect(editor.locator(`h${level}`)).toHaveText('walk')
  }
  await press('Color')
  await page.getByRole('group', { name: 'Text colors' }).getByLabel('Purple').click()
  await page.getByRole('group', { name: 'Background colors' }).getByLabel('Green').click()
  await expect(editor.locator('[data-text-color="purple"]')).toHaveText('walk')
  await expect(editor.locator('[data-background-color="green"]')).toHaveText('walk')

  await editor.press('End')
  await editor.pressSequentially(' @hop')
  await expect(page.getByRole('listbox', { name: 'People' }).getByRole('option')).toHaveText([
    'Grace Hopper',
  ])
  await editor.press('Enter')
  await saved(page)
  await page.reload()
  await expect(editor.locator('mention-component')).toHaveText('@Grace Hopper')
  await expect(editor.locator('[data-text-color="purple"]')).toHaveText('walk')
  await expect(editor.locator('h6')).toHaveAttribute('data-text-align', 'right')

  const comment = page.getByRole('textbox', { name: 'Add comment' })
  const toolbar = page.getByRole('toolbar', { name: 'Formatting' })
  for (const [name, , element] of marks) {
    await toolbar.getByRole('button', { name, exact: true }).click()
    await comment.pressSequentially(name)
    await expect(comment.locator(element, { hasText: name })).toBeVisible()
    await toolbar.getByRole('button', { name, exact: true }).click()
  }
  await toolbar.getByRole('button', { name: 'Align center' }).click()
  await expect(comment.locator('[data-text-align="center"]')).toBeVisible()
})

// @cap:editor.markdown-and-paste
// @cap:editor.lists-and-tasks
// @cap:editor.emoji-and-links
// @cap:editor.undo-redo
test('markdown, lists, links and emoji are written, kept, and undone only by their writer', async ({
  ada,
}) => {
  const { page, editor, item } = await openItem(ada)
  await editor.click()
  await editor.pressSequentially('## Plan')
  await editor.press('Enter')
  await editor.pressSequentially('**bold** *leaning* ~~gone~~ `code` -> :eye')
  await expect(page.getByRole('option', { name: ':eyes:' })).toBeVisible()
  await editor.press('Enter')
  await editor.press('Enter')
  await editor.pressSequentially('- first')
  await editor.press('Enter')
  await editor.press('Tab')
  await editor.pressSequentially('inner')
  await editor.press('Enter')
  await editor.press('Shift+Tab')
  await editor.press('Enter')
  await editor.pressSequentially('[ ] pack')
  await editor.press('Enter')
  await editor.pressSequentially('walk')
  await editor.press('Tab')
  await expect(editor.locator('li li p')).toHaveText(['inner', 'walk'])
  await editor.getByRole('checkbox', { name: 'To do: pack' }).check()
  await expect(editor.locator('h2')).toHaveText('Plan')
  await expect(editor.locator('strong')).toHaveText('bold')
  await expect(editor.locator('em')).toHaveText('leaning')
  await expect(editor.locator('s')).toHaveText('gone')
  await expect(editor.locator('p > code')).toHaveText('code')
  await expect(editor.locator('[data-type="emoji"]')).toHaveText('👀')

  await test.step('pasted markdown becomes what it means, a pasted address a link', async () => {
    await editor.press('Control+End')
    await editor.press('Enter')
    await editor.press('Enter')
    await editor.press('Enter')
    const text = '1. one\n2. two\n\n> said\n\n| a | b |\n|---|---|\n| c | d |\n\nend'
    await bring(editor, 'paste', { text })
    await expect(editor.locator('ol > li')).toHaveText(['one', 'two'])
    await expect(editor.locator('blockquote')).toHaveText('said')
    await expect(editor.locator('th')).toHaveText(['a', 'b'])
    await bring(editor, 'paste', {
      html: '<p>see <a href="javascript:alert(1)">this</a><script>window.hurt = 1</script></p>',
    })
    await expect(editor.getByText('see this')).toBeVisible()
    await expect(editor.locator('a')).toHaveCount(0)
    await editor.press('Enter')
    await editor.pressSequentially('https://example.com/a next')
    await expect(editor.getByRole('link')).toHaveAttribute('href', 'https://example.com/a')
  })

  await test.step('a link is changed and removed, and only the web is linked to', async () => {
    await editor.getByRole('link').click()
    await page.getByRole('button', { name: 'Edit link' }).click()
    const address = page.getByRole('textbox', { name: 'Address' })
    await address.fill('javascript:alert(1)')
    await address.press('Enter')
    await expect(page.getByText('Enter a valid URL.')).toBeVisible()
    await address.fill('example.com/b')
    await address.press('Enter')
    await expect(editor.getByRole('link')).toHaveAttribute('href', 'https://example.com/b')
    await editor.getByRole('link').click()
    await page.getByRole('button', { name: 'Remove link' }).click()
    await expect(editor.getByRole('link')).toHaveCount(0)
    // Now: it is shown for two seconds only.
    await saved(page)
  })

  await test.step('what is copied is rich and plain', async () => {
    await editor.locator('strong').dblclick()
    const copied = () =>
      editor.evaluate((element) => {
        const data = new DataTransfer()
        element.dispatchEvent(new ClipboardEvent('copy', { clipboardData: data, bubbles: true }))
        return [data.getData('text/plain'), data.getData('text/html')]
      })
    // The editor notices a selection a moment after the browser.
    await expect.poll(copied).toEqual(['bold', expect.stringContaining('<strong>bold</strong>')])
  })

  await page.reload()
  await expect(editor.locator('h2')).toHaveText('Plan')
  await expect(editor.getByRole('checkbox', { name: 'To do: pack' })).toBeChecked()
  await expect(editor.locator('[data-type="emoji"]')).toHaveText('👀')
  await expect(editor.locator('td')).toHaveText(['c', 'd'])

  await test.step('undo takes back what I wrote, not what somebody else did', async () => {
    await editor.locator('h2').click()
    await editor.press('End')
    await editor.pressSequentially(' of mine')
    await expect(editor.locator('h2')).toHaveText('Plan of mine')
    await saved(page)
    const { slug, project_id } = ada
    await call(ada.context.request, workItemsApi.change, {
      params: { slug, project_id, id: item.id },
      body: { description_html: '<h2>Plan of mine</h2><p>Theirs</p>' },
    })
    await expect(editor.getByText('Theirs')).toBeVisible()
    await expect(editor.locator('ol')).toHaveCount(0)
    await editor.locator('h2').click()
    await editor.press('Control+z')
    await expect(editor.locator('h2')).toHaveText('Plan')
    await expect(editor.getByText('Theirs')).toBeVisible()
    await expect(editor.locator('ol')).toHaveCount(0)
    await editor.press('Control+Shift+z')
    await expect(editor.locator('h2')).toHaveText('Plan of mine')
  })
})

// @cap:editor.tables
// @cap:editor.code-quote-callout
// @cap:editor.block-handles
test('tables, code, callouts and whole blocks are changed by pointer', async ({ ada }) => {
  const { page, editor } = await openItem(
    ada,
    '<p>Above</p><pre><code class="language-javascript">const a = 1</code></pre>' +
      '<blockquote><p>said</p></blockquote><hr /><div data-type="callout"><p>note</p></div>',
  )
  await ada.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await editor.getByText('Above').click()
  await editor.press('End')
  await editor.press('Enter')
  await editor.pressSequentially('/table')
  await editor.press('Enter')
  for (const word of ['a', 'b', 'c', 'd']) {
    await editor.pressSequentially(word)
    await editor.press('Tab')
  }
  await expect(editor.locator('th')).toHaveText(['a', 'b', 'c'])
  await expect(editor.locator('td')).toHaveText(['d', '', '', '', '', ''])

  const action = async (panel: string, name: string) => {
    await page.getByRole('button', { name: panel, exact: true }).click()
    await page.getByRole('button', { name, exact: true }).click()
  }
  await action('Row', 'Add row below')
  await action('Row', 'Add row above')
  await expect(editor.locator('tr')).toHaveCount(5)
  await action('Row', 'Delete row')
  await expect(editor.locator('tr')).toHaveCount(4)
  await action('Column', 'Add column after')
  await action('Column', 'Add column before')
  await expect(editor.locator('th')).toHaveCount(5)
  await action('Column', 'Delete column')
  await expect(editor.locator('th')).toHaveCount(4)
  await action('Column', 'Toggle column header')
  await expect(editor.locator('tr:last-child th')).toHaveCount(1)
  await action('Row', 'Toggle row header')
  await expect(editor.locator('tr:first-child td')).not.toHaveCount(0)
  await action('Cell color', 'Green')
  await expect(editor.locator('[data-background-color="green"]')).toHaveCount(1)

  const cell = editor.locator('tr').first().locator('th, td').first()
  const before = await cell.boundingBox()
  if (!before) throw new Error('no cell')
  await page.mouse.move(before.x + before.width - 1, before.y + 10)
  await page.mouse.down()
  await page.mouse.move(before.x + before.width + 40, before.y + 10, { steps: 4 })
  await page.mouse.up()
  await expect(cell).toHaveAttribute('colwidth', /^\d+$/)

  await test.step('code is coloured and copied, a callout has its picture and colour', async () => {
    await expect(editor.locator('.hljs-keyword')).toHaveText('const')
    await editor.getByText('const').hover()
    await page.getByRole('button', { name: 'Copy code' }).click()
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe('const a = 1')
    await page.getByRole('button', { name: 'Language: JavaScript' }).click()
    await page.getByRole('option', { name: 'SQL' }).click()
    await expect(page.getByRole('button', { name: 'Language: SQL' })).toBeVisible()
    await editor.getByText('note').hover()
    await page.getByRole('button', { name: 'Callout color' }).click()
    await page.getByRole('button', { name: 'Pink' }).click()
    await expect(editor.locator('[data-type="callout"]')).toHaveAttribute(
      'data-background-color',
      'pink',
    )
    await page.getByRole('button', { name: 'Callout picture' }).click()
    await page.getByRole('button', { name: 'grinning face', exact: true }).click()
    await expect(editor.locator('.callout-face')).toContainText('😀')
  })

  await test.step('a block is dragged, duplicated and deleted by its handle', async () => {
    const handle = page.getByRole('button', { name: 'Drag to move, click for more' })
    await editor.getByText('Above').hover()
    await drag(handle, editor.getByText('note'), { x: 2, y: 20 })
    await expect(editor.locator('> *').first()).not.toHaveText('Above')
    await editor.getByText('Above').hover()
    await handle.click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await expect(editor.getByText('Above')).toHaveCount(2)
    await editor.getByText('Above').first().hover()
    await handle.click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(editor.getByText('Above')).toHaveCount(1)
  })

  await saved(page)
  await page.reload()
  await expect(editor.locator('[data-background-color="green"]')).toHaveCount(1)
  await expect(editor.locator('[colwidth]').first()).toBeVisible()
  await expect(editor.locator('[data-type="callout"]')).toHaveAttribute(
    'data-background-color',
    'pink',
  )
  await expect(editor.locator('blockquote')).toHaveText('said')
  await expect(editor.locator('hr')).toBeVisible()
})

// @cap:editor.images
// @cap:assets.delete-and-restore
test('pictures come by picker, paste and drop, are sized, placed, viewed and downloaded', async ({
  ada,
}) => {
  const { page, editor, item } = await openItem(ada, '<p>Map</p>')
  const file = { name: 'map.png', type: 'image/png', base64: png.toString('base64') }
  let letGo = () => {}
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/api/assets/v2/upload/', async (route) => {
    await gate
    await route.continue()
  })
  await editor.getByText('Map').click()
  await bring(editor, 'paste', { file })
  await expect(editor.getByRole('progressbar', { name: 'Uploading' })).toBeVisible()
  letGo()
  const pictures = editor.locator('figure img')
  await expect(pictures).toHaveCount(1)
  await page.unroute('**/api/assets/v2/upload/')
  await bring(editor, 'drop', { file })
  await expect(pictures).toHaveCount(2)
  const picker = page.locator('input[type="file"]').first()
  await picker.setInputFiles({ name: 'b.png', mimeType: 'image/png', buffer: png })
  await expect(pictures).toHaveCount(3)

  await test.step('what is no picture, or too large, is refused and says so', async () => {
    await picker.setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: png })
    await expectMessage(page, "This file type isn't supported")
    const large = Buffer.alloc(5 * 1024 * 1024 + 1)
    await picker.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: large })
    await expectMessage(page, 'Choose a file of 5 MB or less')
    await page.route('**/api/assets/v2/upload/', (route) => route.abort())
    await bring(editor, 'paste', { file })
    await expectMessage(page, "The file wasn't uploaded. Try again.")
    await expect(editor.getByRole('progressbar')).toHaveCount(0)
    await expect(pictures).toHaveCount(3)
  })

  const figure = editor.locator('figure').first()
  await figure.hover()
  const box = await figure.boundingBox()
  if (!box) throw new Error('no picture')
  await page.mouse.move(box.x + box.width, box.y + box.height)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width + 100, box.y + box.height, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => (await figure.boundingBox())?.width).toBeGreaterThan(box.width + 50)
  const widthOf = async () => (await figure.boundingBox())?.width ?? 0
  const dragged = await widthOf()
  await figure.getByRole('button', { name: 'Smaller' }).press('Enter')
  await expect.poll(widthOf).toBeLessThan(dragged)
  const smaller = await widthOf()
  await figure.getByRole('button', { name: 'Larger' }).press('Enter')
  await expect.poll(widthOf).toBeGreaterThan(smaller)
  await figure.getByRole('button', { name: 'Align center' }).click()
  await expect(figure).toHaveAttribute('data-align', 'center')

  await figure.getByRole('button', { name: 'Full screen' }).click()
  const viewer = page.getByRole('dialog', { name: 'Image' })
  await viewer.getByRole('button', { name: 'Zoom in' }).click()
  await expect(viewer.getByRole('status')).toHaveText('125%')
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
  await figure.hover()
  const download = ada.context.waitForEvent('request', (request) =>
    request.url().includes('/download/'),
  )
  await figure.getByRole('button', { name: 'Download' }).click()
  // Requested again: the page opened for the download is closed once it starts.
  const asked = (await download).url()
  const answer = await ada.context.request.get(asked, { maxRedirects: 0 })
  expect(answer.status()).toBe(302)

  const stored = async () => {
    const { slug, project_id, context } = ada
    const params = { slug, project_id, id: item.id }
    return (await call(context.request, workItemsApi.get, { params, query: {} })).description_html
  }
  await expect.poll(stored).toContain('data-align="center"')
  await page.reload()
  await expect(pictures).toHaveCount(3)
  await expect(figure).toHaveAttribute('data-align', 'center')
  const isDrawn = () =>
    expect
      .poll(() => pictures.first().evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBe(4)
  await isDrawn()

  await test.step('one that is removed is deleted with the text, and back when that is undone', async () => {
    const src = (await pictures.first().getAttribute('src')) ?? ''
    const status = async () => (await ada.context.request.get(src)).status()
    await pictures.first().click()
    await page.keyboard.press('Delete')
    await expect(pictures).toHaveCount(2)
    await expect.poll(status).toBe(404)
    await page.keyboard.press('Control+z')
    await expect(pictures).toHaveCount(3)
    await isDrawn()
    await expect.poll(status).toBe(200)
    // "Saved" may be gone by now: it is shown for two seconds only.
    await expect.poll(async () => (await stored()).match(/<image-component/g)?.length).toBe(3)
    await page.reload()
    await expect(pictures).toHaveCount(3)
    await isDrawn()
  })
})

/** As Word writes it into the clipboard. */
const wordLine = (level: number, marker: string, words: string) =>
  `<p class=MsoListParagraphCxSpMiddle style='margin-left:.5in;mso-add-space:auto;text-indent:-.25in;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${words}<o:p></o:p></p>`

const pictureOf = (page: Page, width: number, height: number) =>
  page.evaluate(
    ([wide, high]) => {
      const canvas = document.createElement('canvas')
      Object.assign(canvas, { width: wide, height: high })
      canvas.getContext('2d')?.fillRect(0, 0, wide, high)
      return canvas.toDataURL('image/png').split(',')[1] ?? ''
    },
    [width, height] as const,
  )

// @cap:text.word-and-images
test('lists pasted from Word become lists, and pasted pictures keep their size up to the width of the text', async ({
  ada,
}) => {
  const { page, editor, item } = await openItem(ada)
  await editor.click()
  const word =
    '<p class=MsoNormal>Before<o:p></o:p></p>' +
    wordLine(1, '·', 'First') +
    wordLine(2, 'o', 'Inside') +
    wordLine(1, '·', '<b>Second</b>') +
    '<p class=MsoNormal>Between<o:p></o:p></p>' +
    wordLine(1, '1.', 'One') +
    wordLine(1, '2.', 'Two')
  await bring(editor, 'paste', {
    text: 'Before',
    html: `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body><!--StartFragment-->${word}<!--EndFragment--></body></html>`,
  })
  await expect(editor.locator('> ul > li > p')).toHaveText(['First', 'Second'])
  await expect(editor.locator('> ul ul > li')).toHaveText(['Inside'])
  await expect(editor.locator('> ul strong')).toHaveText('Second')
  await expect(editor.locator('> ol > li')).toHaveText(['One', 'Two'])
  await expect(editor.locator('> p')).toHaveText(['Before', 'Between'])
  await expect(editor).not.toContainText('·')

  const widths = () =>
    editor
      .locator('figure img')
      .evaluateAll((images) => images.map((image) => image.getBoundingClientRect().width))
  const file = async (width: number) => ({
    name: 'map.png',
    type: 'image/png',
    base64: await pictureOf(page, width, 120),
  })
  await bring(editor, 'paste', { file: await file(240) })
  await expect.poll(widths).toEqual([240])
  await bring(editor, 'paste', { file: await file(4000) })
  const column = await editor.evaluate((element) => element.clientWidth)
  await expect.poll(async () => (await widths()).toSorted((a, b) => a - b)).toEqual([240, column])
  // "Saved" may be gone by now: it is shown for two seconds only.
  const stored = async () => {
    const { slug, project_id, context } = ada
    const params = { slug, project_id, id: item.id }
    return (await call(context.request, workItemsApi.get, { params, query: {} })).description_html
  }
  await expect
    .poll(async () => (await stored()).match(/<image-component[^>]* src="[^"]/g)?.length)
    .toBe(2)
  await page.reload()
  await expect.poll(async () => (await widths()).toSorted((a, b) => a - b)).toEqual([240, column])
  await expect(editor.locator('> ul ul > li')).toHaveText(['Inside'])
})

// @cap:editor.content-sanitised
test('what others wrote is drawn without what could hurt its readers', async ({ ada }) => {
  const hurting =
    '<p>Read <strong>me</strong></p><script>window.hurt = 1</script>' +
    '<img src="x" onerror="window.hurt = 1"><svg onload="window.hurt = 1"></svg>' +
    '<p onclick="window.hurt = 1" style="position:fixed;inset:0"><a href="javascript:window.hurt=1">press</a></p>' +
    '<iframe srcdoc="<script>parent.hurt = 1</script>"></iframe>'
  const { page, editor, item } = await openItem(ada, hurting)
  const { slug, project_id } = ada
  await call(ada.context.request, commentsApi.create, {
    params: { slug, project_id, id: item.id },
    body: {
      comment_html: `${hurting}<h2>Plan</h2><ul data-type="taskList"><li data-type="taskItem" data-checked="true"><div><p>done</p></div></li></ul><pre><code class="language-sql">select 1</code></pre><p><span data-text-color="pink">ink</span> <span data-background-color="green">fill</span> <code>x</code> <a href="https://example.com/">link</a></p><div data-type="callout" data-background-color="orange"><p>note</p></div>`,
    },
  })
  await expect(editor.getByText('Read me')).toBeVisible()
  const comment = page.getByRole('article').filter({ hasText: 'Read me' })
  await expect(comment.getByRole('heading', { name: 'Plan' })).toBeVisible()
  await expect(comment.getByRole('checkbox')).toBeChecked()
  await expect(comment.locator('.hljs-keyword')).toHaveText('select')
  await comment.getByText('press').click()
  for (const text of [editor, comment]) {
    await expect(
      text.locator('script, iframe, [onclick], [onerror], [style*="fixed"]'),
    ).toHaveCount(0)
    await expect(text.locator('a[href^="javascript"]')).toHaveCount(0)
  }
  expect(await page.evaluate('window.hurt')).toBeUndefined()
  await expectAccessibleInThemes(page)
})
