import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { type Editor, Extension } from '@tiptap/react'
import type { EditorProps } from '#entities/rich-text/editor-props.ts'
import type { PictureProblem } from '#entities/rich-text/picture-file.ts'
import { mappingOf } from './shared-change.ts'

interface Change {
  add?: { id: object; at: number; dom: HTMLElement }
  remove?: object
}

const key = new PluginKey<DecorationSet>('uploads')

export interface UploadOptions {
  upload: () => EditorProps['upload']
  problemOf: (file: File) => PictureProblem | undefined
  onProblem: (problem: PictureProblem) => void
  onFailure: () => void
  /** The number of uploads in progress. */
  onCount: (count: number) => void
  uploading: string
}

/**
 * Pictures being uploaded are not part of the document: they are shown at their position, but not
 * saved with the text.
 */
export const Uploads = Extension.create<UploadOptions>({
  name: 'uploads',

  addProseMirrorPlugins() {
    const send = (file: File, at: number) => void uploadAt(this.editor, this.options, file, at)
    return [
      new Plugin<DecorationSet>({
        key,
        state: {
          init: () => DecorationSet.empty,
          apply(tr, before) {
            const set = before.map(mappingOf(tr), tr.doc)
            const { add, remove } = (tr.getMeta(key) as Change | undefined) ?? {}
            if (add) {
              const look = { id: add.id, ignoreSelection: true, side: -1 }
              return set.add(tr.doc, [Decoration.widget(add.at, add.dom, look)])
            }
            return remove ? set.remove(set.find(undefined, undefined, isOf(remove))) : set
          },
        },
        props: {
          decorations: (state) => key.getState(state),
          handlePaste: (view, { clipboardData }) => {
            if (!this.options.upload() || !clipboardData) return false
            const files = filesIn(clipboardData)
            // A copied table includes a picture of it; users want the table.
            const html = clipboardData.getData('text/html')
            if (files.length === 0 || /<(?:p|table|li|h\d|span)\b/i.test(html)) return false
            const at = placeFor(view.state)
            for (const file of files) send(file, at)
            return true
          },
          handleDrop: (view, event, _slice, moved) => {
            const files = filesIn(event.dataTransfer)
            if (moved || files.length === 0) return false
            event.preventDefault()
            if (!this.options.upload()) return true
            const found = view.posAtCoords({ left: event.clientX, top: event.clientY })
            const at = placeFor(view.state, found?.pos)
            for (const file of files) send(file, at)
            return true
          },
        },
      }),
    ]
  },
})

const isOf = (id: object) => (spec: { id?: object }) => spec.id === id

const filesIn = (data: DataTransfer | null) =>
  [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))

/** A picture is a block: after the one at this position, or before it if that is empty. */
function placeFor({ doc, selection }: EditorState, at = selection.from): number {
  const place = doc.resolve(at)
  if (place.depth === 0) return at
  const block = place.node(1)
  const empty = block.isTextblock && block.content.size === 0
  return empty ? place.before(1) : place.after(1)
}

export function uploadPictures(editor: Editor, options: UploadOptions, files: Iterable<File>) {
  const at = placeFor(editor.state)
  for (const file of files) void uploadAt(editor, options, file, at)
}

const running = new WeakMap<Editor, number>()

function count(editor: Editor, { onCount }: UploadOptions, by: 1 | -1) {
  const now = (running.get(editor) ?? 0) + by
  running.set(editor, now)
  onCount(now)
}

async function uploadAt(editor: Editor, options: UploadOptions, file: File, at: number) {
  const upload = options.upload()
  const problem = options.problemOf(file)
  if (problem) return options.onProblem(problem)
  if (!upload) return
  const id = {}
  const waiting = waitingPicture(file, options.uploading)
  editor.view.dispatch(editor.state.tr.setMeta(key, { add: { id, at, dom: waiting.dom } }))
  count(editor, options, 1)
  try {
    const { id: asset, url } = await upload(file, waiting.show)
    const size = await waiting.size
    if (!editor.isDestroyed) putPicture(editor, id, { id: asset, src: url, ...size })
  } catch {
    if (!editor.isDestroyed) editor.view.dispatch(editor.state.tr.setMeta(key, { remove: id }))
    options.onFailure()
  } finally {
    waiting.forget()
    count(editor, options, -1)
  }
}

function putPicture(editor: Editor, id: object, attributes: Record<string, string | null>) {
  const { state, schema } = editor
  const [place] = key.getState(state)?.find(undefined, undefined, isOf(id)) ?? []
  const tr = state.tr.setMeta(key, { remove: id })
  const picture = schema.nodes.picture?.create({ alt: '', ...attributes })
  // Its position may have been deleted with the text around it.
  if (place && picture) tr.insert(place.from, picture)
  editor.view.dispatch(tr)
}

function waitingPicture(file: File, label: string) {
  const dom = document.createElement('div')
  dom.className = 'upload'
  dom.contentEditable = 'false'
  const image = document.createElement('img')
  const address = URL.createObjectURL(file)
  image.src = address
  image.alt = ''
  const words = document.createElement('small')
  words.textContent = label
  const bar = document.createElement('div')
  bar.setAttribute('role', 'progressbar')
  bar.setAttribute('aria-label', label)
  const filled = document.createElement('span')
  bar.append(filled)
  dom.append(image, words, bar)
  const show = (share: number) => {
    bar.setAttribute('aria-valuenow', String(Math.round(share * 100)))
    filled.style.transform = `scaleX(${share})`
  }
  show(0)
  /** Known as soon as the browser has read the file; a page that loads later does not jump. */
  const size = image.decode().then(
    () => {
      const { naturalWidth: width, naturalHeight: height } = image
      dom.style.width = `${width}px`
      return { width: `${width}px`, ratio: (width / height).toFixed(4) }
    },
    () => ({}),
  )
  return {
    dom,
    show,
    size,
    forget: () => URL.revokeObjectURL(address),
  }
}
