import { addPage } from '#features/pages/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { findNumbered } from './queries.ts'

const emoji = (value: string) => ({ in_use: 'emoji', emoji: { value } })

const task = (text: string, checked = false) =>
  `<li data-type="taskItem" data-checked="${checked}"><label><input type="checkbox"${checked ? ' checked' : ''} disabled /><span></span></label><div><p>${text}</p></div></li>`

const rows = (head: string[], ...body: string[][]) => {
  const row = (cells: string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}><p>${cell}</p></${tag}>`).join('')}</tr>`
  return `<table><tbody>${row(head, 'th')}${body.map((cells) => row(cells, 'td')).join('')}</tbody></table>`
}

const callout = (text: string, colour: string, picture: string) =>
  `<div data-type="callout" data-background-color="${colour}" data-logo-in-use="emoji" data-emoji-unicode="${picture}"><p>${text}</p></div>`

const embed = ({ id, slug, project_id }: { id: string; slug: string; project_id: string }) =>
  `<issue-embed-component entity_identifier="${id}" entity_name="issue" project_identifier="${project_id}" workspace_identifier="${slug}"></issue-embed-component>`

const release = (item: string) => `
<p>Everything between “it works on my phone” and the app stores. The release manager copies this page and checks the boxes.</p>
${callout('No Friday releases. Hikers would find our bugs on Saturday morning, in a valley without a signal.', 'orange', '9888')}
<h2>Before the build</h2>
<ul data-type="taskList">${task('Translations are in, and long German strings fit', true)}${task('The tile server covers every region in this release', true)}${task('Release notes explain the benefits in three lines')}</ul>
<h2>On real devices</h2>
${rows(['Device', 'OS', 'Tester', 'Distance'], ['Pixel 6a', 'Android 15', 'Priya', '12 km, offline twice'], ['iPhone SE', 'iOS 18', 'Tomás', '8 km in the rain'], ['Galaxy A14', 'Android 14', 'Elif', 'not yet'])}
<h2>Must ship</h2>
<p>The planner doesn't ship without undo, the most requested feature this year:</p>
${item}
<h2>After the release</h2>
<ol><li><p>Watch the crash rate for <strong>48 hours</strong>. Above <code>0.3%</code>, stop the rollout.</p></li><li><p>Reply to every one-star review personally.</p></li><li><p>Write down what surprised us below.</p></li></ol>
<hr />
<blockquote><p>Last time, the first launch after the update took 9 seconds on older phones because the tile index was rebuilt. Now it's rebuilt in the background.</p></blockquote>`

const tiles = `
<p>How maps get onto a phone that won't have a signal for three days.</p>
<h2>Terms</h2>
<ul><li><p><strong>Region</strong>: an area people download. It has a name, a boundary and a date.</p></li><li><p><strong>Corridor</strong>: the tiles within 2 km of a route.</p></li><li><p><strong>Pack</strong>: what's stored on the device: one file per region and zoom level.</p></li></ul>
<h2>Three rules</h2>
<ol><li><p>Interrupted downloads resume where they stopped, even after a restart.</p></li><li><p>Never delete tiles a planned route needs without asking.</p></li><li><p>Old tiles are better than no tiles.</p></li></ol>
<h2>Sizes</h2>
${rows(['Region', 'Zoom 10–14', 'Zoom 15–16', 'Total'], ['Berner Oberland', '84 MB', '310 MB', '394 MB'], ['Lake District', '41 MB', '155 MB', '196 MB'], ['Sierra Nevada', '120 MB', '480 MB', '600 MB'])}
<h2>Resuming</h2>
<pre><code class="language-typescript">for await (const part of pack.missingParts()) {
  await store(part, { verify: part.hash })
}</code></pre>
${callout('Ask Maya before changing the pack format: phones in the field still use version 2.', 'light-blue', '128161')}`

const notes = `
<h3>Monday walk</h3>
<p>Hiked the ridge with the new corridor download. The map went blank twice: the tiles were there, but missing from the index.</p>
<ul><li><p>Add a debug view of the tiles that are actually stored.</p></li><li><p>The low-battery warning came at 4%, too late to walk back.</p></li></ul>`

/** The team's pages: how they ship, how tiles work, and a private note. */
export async function addDemoPages(
  tx: Tx,
  member: ProjectMember,
  [colleague = member.user_id]: readonly string[],
) {
  const { slug, project_id } = member
  const found = await findNumbered(tx, member, 16)
  const item = found ? embed({ id: found.id, slug, project_id }) : ''
  await addPage(
    tx,
    { ...member, user_id: colleague },
    {
      name: 'How offline maps work',
      logo_props: emoji('128506'),
      description_html: tiles,
    },
  )
  await addPage(tx, member, {
    name: 'Release checklist',
    logo_props: emoji('9989'),
    description_html: release(item),
  })
  await addPage(tx, member, {
    name: 'Field notes',
    access: 1,
    logo_props: emoji('128221'),
    description_html: notes,
  })
}
