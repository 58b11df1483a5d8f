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
<p>Everything we do between “it works on my phone” and the stores. Whoever holds the release copies this page and ticks the boxes.</p>
${callout('No release on a Friday. Hikers find our bugs on Saturday morning, in a valley without a signal.', 'orange', '9888')}
<h2>Before the build</h2>
<ul data-type="taskList">${task('Translations are in, and the long German ones fit', true)}${task('The tile server answers for all regions of the release', true)}${task('Release notes say what people gain, in three lines')}</ul>
<h2>On real devices</h2>
${rows(['Device', 'System', 'Who', 'Walked'], ['Pixel 6a', 'Android 15', 'Priya', '12 km, twice offline'], ['iPhone SE', 'iOS 18', 'Tomás', '8 km in the rain'], ['Galaxy A14', 'Android 14', 'Elif', 'not yet'])}
<h2>What must not slip</h2>
<p>The planner ships only with undo. It is the thing people asked for most often this year:</p>
${item}
<h2>Afterwards</h2>
<ol><li><p>Watch crashes for <strong>48 hours</strong>; more than <code>0.3 %</code> stops the rollout.</p></li><li><p>Answer every one-star review by a person, not by a template.</p></li><li><p>Write down what surprised us, below.</p></li></ol>
<hr />
<blockquote><p>Last time: the first start after the update took 9 seconds on old phones, because the tile index was rebuilt. We now rebuild it while the map is already shown.</p></blockquote>`

const tiles = `
<p>How a map gets onto a phone that will have no signal for three days.</p>
<h2>Words</h2>
<ul><li><p><strong>Region</strong>: what somebody downloads. It has a name, a border and a date.</p></li><li><p><strong>Corridor</strong>: the tiles along a route, 2 km to each side.</p></li><li><p><strong>Pack</strong>: what is stored, one file for each region and zoom.</p></li></ul>
<h2>The three rules</h2>
<ol><li><p>A download that was interrupted goes on where it stopped, also after a reboot.</p></li><li><p>Nothing that a planned route needs is deleted without asking.</p></li><li><p>Old tiles are better than no tiles.</p></li></ol>
<h2>Sizes</h2>
${rows(['Region', 'Zoom 10–14', 'Zoom 15–16', 'Together'], ['Berner Oberland', '84 MB', '310 MB', '394 MB'], ['Lake District', '41 MB', '155 MB', '196 MB'], ['Sierra Nevada', '120 MB', '480 MB', '600 MB'])}
<h2>Resuming</h2>
<pre><code class="language-typescript">for await (const part of pack.missingParts()) {
  await store(part, { verify: part.hash })
}</code></pre>
${callout('Ask Maya before you touch the pack format: phones in the field still read version 2.', 'light-blue', '128161')}`

const notes = `
<h3>Monday walk</h3>
<p>Went up the ridge with the new corridor download. Twice the dot left the map: both times the tiles were there, but the index did not know it.</p>
<ul><li><p>Show which tiles are really stored, for us at least.</p></li><li><p>The low-battery warning came at 4 %. That is too late to walk back.</p></li></ul>`

/** What the team has written down: how they ship, how tiles work, and a note of one's own. */
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
