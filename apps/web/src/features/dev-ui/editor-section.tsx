import { markdownToHtml } from '@cairn/editor'
import { useState } from 'react'
import { Editor } from '#entities/editor/editor.tsx'
import { RichText } from '#entities/rich-text/rich-text.tsx'
import { Button } from '#ui/controls/button.tsx'
import { GallerySection } from './gallery-section.tsx'
import { people } from './samples.ts'

const sample =
  markdownToHtml(`# Offline tiles
Region downloads pause about 30 seconds after the screen locks, see the
[transfer guide](https://example.com/guide). The session is created with the \`default\`
configuration, **never** with *background*; ~~maybe~~ surely.
## What to do
- [x] Reproduce on a locked phone
- [ ] Move downloads to a background session
- Bullets
  - and bullets inside
    1. and numbers
> Seen on 14 of 20 test devices.

\`\`\`typescript
// Bytes, not tiles
export const progress = (done: number, all: number) => \`\${Math.round((done / all) * 100)} %\`
\`\`\`

| Device | Seen | Tiles |
| --- | --- | --- |
| Pixel 8 | yes | 1,284 |
| iPhone 15 | no | 64 |

### Third
#### Fourth
##### Fifth
###### Sixth
---
`) +
  '<p>Ask <mention-component entity_identifier="aiko" entity_name="user_mention">@Aiko Sato</mention-component> <span data-type="emoji" data-name="eyes">👀</span></p>' +
  '<div data-type="callout" data-background-color="light-blue" data-logo-in-use="emoji" data-emoji-unicode="128161"><p>Chunks of 4 MB survive the night.</p></div>' +
  '<p data-text-align="center">In the middle</p>' +
  `<p>${['gray', 'peach', 'pink', 'orange', 'green', 'light-blue', 'dark-blue', 'purple']
    .map(
      (name) =>
        `<span data-text-color="${name}">${name}</span> <span data-background-color="${name}">${name}</span> `,
    )
    .join('')}</p>`

const upload = async (file: File, onProgress: (share: number) => void) => {
  onProgress(0.6)
  return { id: file.name, url: 'https://example.com/a.png' }
}

export function EditorSection() {
  const [html, setHtml] = useState(sample)
  const [comment, setComment] = useState('')
  return (
    <GallerySection title="Editor, and the same text read" span={3}>
      <div className="grid gap-x-16 gap-y-8 pl-6 lg:grid-cols-2">
        <Editor
          label="Work item description"
          placeholder="Click to add description"
          value={html}
          onChange={setHtml}
          mentions={{ people }}
          upload={upload}
        />
        <RichText html={html} people={people} />
        <Editor
          label="Comment"
          placeholder="Add comment"
          toolbar="fixed"
          submitOnEnter
          value={comment}
          onChange={setComment}
          mentions={{ people }}
          upload={upload}
          onSubmit={() => setComment('')}
          actions={
            <Button variant="primary" onClick={() => setComment('')}>
              Comment
            </Button>
          }
        />
        <RichText html={comment} people={people} />
      </div>
    </GallerySection>
  )
}
