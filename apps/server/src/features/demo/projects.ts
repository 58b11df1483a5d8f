export interface DemoProject {
  name: string
  identifier: string
  description: string
  icon: { name: string; color: string }
  labels: readonly (readonly [name: string, color: string])[]
  titles: string
  /** Features that are switched on. */
  inbox_view?: boolean
}

/** A small company that makes maps for hikers. One title per line; lists keep this order. */
export const projects: readonly DemoProject[] = [
  {
    name: 'Trail Maps',
    identifier: 'TRAIL',
    inbox_view: true,
    description: 'Offline maps, routes and navigation for hikers.',
    icon: { name: 'mountain', color: '#1a96a1' },
    labels: [
      ['Bug', '#ca5747'],
      ['Offline', '#359e8b'],
      ['iOS', '#3d81d4'],
      ['Android', '#659c43'],
      ['Accessibility', '#9168c7'],
      ['Performance', '#d18223'],
      ['Design', '#cd527c'],
    ],
    titles: `Offline tiles stop downloading when the phone locks
Show elevation profile while recording a track
Reduce cold start of the map view to under 800 ms
Merge duplicate waypoints when two devices sync at once
Contour lines flicker at zoom level 13
Ask before deleting a region that a planned route needs
Let hikers report a closed path from the map
Announce the next turn through VoiceOver and TalkBack
Export a route as GPX with surface types
Dark map style loses path hierarchy below zoom 11
Suggest a shorter return when daylight runs out
Cache hut opening hours for offline use
Scale bar shows miles when the phone is set to metric
Keep the screen awake only while navigating
Resume a recording after a crash
Route planner: undo and redo for every edit
Compass needle jumps when the phone lies flat
Long-press menu covers the point it belongs to
Import KML files shared in messages
Show sunset time on the planned route
Warn when a route crosses a seasonal closure
Download only the tiles along a corridor
Battery drain doubled since the background location change
Search finds places by their old names
Show photos taken along the way on the track
Let people rename a saved region
Trail difficulty colors fail for color-blind users
Elevation gain differs from the website by 8 %
Add a widget with the next waypoint
Offline search returns nothing for umlauts
Live location sharing should expire automatically
Two-finger tilt is too sensitive on small phones
Show water sources with their season
Speed up the legend panel
Map attribution overlaps the record button on narrow phones
Add snow depth layer from the weather service
Save the last five searches on the device
Recenter button disappears after rotating the phone
Let a group leader push a route to everyone
Show remaining distance, not just distance covered
Measure tool keeps the last point after closing
Handle GPS week rollover in imported files
Slope shading is off by one tile at the date line
Reading order of the route sheet is wrong for screen readers
Ask for notification permission after the first download
Show which regions take most storage
Clear old regions automatically when storage is low
Turn cues come too late at running speed
Let people pick the map language
Waypoint icons are blurry on tablets
Add avalanche bulletins for the Alps
Recording pauses when a call comes in
Pinch zoom drops frames with 3 layers on
Show emergency numbers for the country you are in
Keep track colors in exports
Keep a draft when planning is interrupted
Support the new predictive back gesture
Notify people when a download is interrupted
Start a recording from the lock screen
First-run tour skips the download step
Show gradient along the route line
Fix crash when a region is deleted during download
Allow comments on shared routes
Reproduce the slow pan on a Pixel 8
Move downloads to a background session
Resume partial tiles after relaunch
Offer a paper-like map style for printing
Let the ruler follow the path
Check map contrast in direct sunlight
Write the release notes for 5.2
Retire the old tile format
Collect crash reports only after consent
Bigger touch targets for gloves
Reorder favorites by dragging
Replace the icon set for huts and shelters
Show crowd level of popular trails
Route sharing link opens the store on desktop
Map does not rotate to heading after unlock
Cut the app size below 60 MB
Prepare screenshots for the spring campaign`,
  },
  {
    name: 'Sync Engine',
    identifier: 'SYNC',
    description: 'Edits from many devices, merged without loss.',
    icon: { name: 'refresh-cw', color: '#7173d7' },
    labels: [
      ['Bug', '#ca5747'],
      ['Protocol', '#3d81d4'],
      ['Storage', '#8d912f'],
      ['Security', '#dd656d'],
      ['Observability', '#b48e23'],
    ],
    titles: `Renaming a route on two devices at once loses one name
Resume an upload from the last acknowledged chunk
Queue grows without bound while offline for weeks
Add a checksum to every stored track segment
Reject clocks more than a day in the future
Compact the change log every night
Explain conflicts in plain language instead of codes
Encrypt regions at rest on shared devices
Measure how long a change takes to reach the second device
Retry with jitter after a server restart
Delete account removes all tracks within 30 days
Tombstones come back after a restore
Split large regions into independent parts
Server returns 500 for an empty change set
Document the merge rules for waypoints
Load test with 5,000 devices reconnecting at once
Drop the legacy v1 endpoint
Keep the order of points when merging two recordings
Use one connection for changes and files
Rate limit by account, not by address
Snapshot every 10,000 changes
Changes made in airplane mode arrive out of order
Log why a change was rejected
Add a dry run to the migration tool
Property test: any order of merges gives the same map
Compress tracks before upload
Shared routes keep the permissions of their folder
Show sync status per item in the app
Background sync is killed on some Android phones
Verify backups by restoring them weekly
Reduce memory of the merge step to under 64 MB
Handle a full disk on the server without losing writes
Rotate device keys after a password change
Write an operator's guide to moving servers
Alert when replication lags more than a minute
Duplicate folders after logging in twice
Move the job queue to the database
Make the change feed resumable
Attach a reason to every forced resync
Cut cold sync of 1,000 routes to 3 s
Support partial sync of one region
Find out why small edits upload the whole route
Test with 400 ms latency and 5 % loss
Expire share links on the server
Count devices per account
Remove the old diff library
Handle emoji in folder names
Sync the order of favorites
Wrong time zone on tracks recorded abroad
Return a useful error when storage is full
Benchmark the new merge against the old one
Publish the protocol as a document
Check that deleted photos are really gone
Add a read-only mode for maintenance
Warn before a device is removed
Batch small writes into one transaction
Simulate a split brain in the test bed
Fix the flaky reconnect test
Paginate the change feed
Keep history for 90 days
Import from the previous generation of devices
Signed URLs for map packs
Prefer the newest edit per field
Count retries in the dashboard
Store photos once per account
Check the license of every dependency
Upgrade the database without downtime
Shed load instead of timing out`,
  },
  {
    name: 'Website',
    identifier: 'WEB',
    description: 'The public site, route planner and map shop.',
    icon: { name: 'globe', color: '#ca5747' },
    labels: [
      ['Bug', '#ca5747'],
      ['Content', '#2397c1'],
      ['SEO', '#659c43'],
      ['Checkout', '#d18223'],
      ['Design', '#cd527c'],
    ],
    titles: `Planner loses the route after login
Rewrite the landing page around offline maps
Checkout fails for cards that need a second step
Show map packs by region, not by country
Add structured data to trail pages
Newsletter form accepts addresses without a domain
Make the planner usable with a keyboard
Cut the weight of the home page in half
Translate the help center into Spanish
Pricing page shows the wrong currency in Switzerland
Write a guide to planning a hut-to-hut tour
Trail pages need a printable version
Remove the cookie banner by removing the cookies
Search doesn't tolerate typos
Add a status page
Collect reviews after a trip, not after a purchase
Broken links on the press page
Compare plans without leaving the page
Planner map is blank in private windows
Show elevation on hover in the route chart
Ask support what people search for most
Refund flow sends two emails
Let people gift a map pack
Image sizes for 3x screens
Add the accessibility statement
Measure how many planners finish a route
Sitemap misses the new trails
Rework the footer for small screens
Log in with a passkey
Account page hides the invoice address
Explain offline maps in a short video
Fix the contrast of the orange buttons
Move the blog to the new template
Trail pages for the Lake District
Design a calmer 404 page
Show opening hours of partner huts
Order history is empty for old accounts
Add alt text to all trail photos
Preload the fonts
Let people embed a route on their own site
Write the story of the first map
Planner: drag a via point off the path
Show the map legend next to the map
Check the spelling of 400 place names
Cart forgets the quantity
A/B test the shorter headline
Add a plain-language summary to the terms
Print view cuts the right margin
Add a landing page for mountain rescue teams
Publish the roadmap
Redirect old shop URLs
Remember the chosen language
Show delivery time for paper maps
Server-side render the trail pages
Team page: photos in one style
Coupons for returning customers
Stop the hero image from shifting the layout
Planner: snap to the nearest path
Let guests report a mistake on a trail page
Write release notes people want to read
Newsletter archive
Add gradient statistics to trail pages
Lazy load the map below the fold
Collect questions for the autumn webinar
Support page for partners
Ask before leaving an unsaved route
Remove tracking pixels from emails
Highlight dog-friendly trails
Show nearby public transport
Update the press kit
Route cards in two columns on tablets
Review the search terms of October
Add winter photographs
Test the checkout on slow connections
Measure the time to the first useful map
Reduce the sign-up form to three fields`,
  },
  {
    name: 'Field Research',
    identifier: 'FIELD',
    description: 'Interviews, field tests and surveys with hikers.',
    icon: { name: 'binoculars', color: '#659c43' },
    labels: [
      ['Interview', '#1a96a1'],
      ['Survey', '#b48e23'],
      ['Partner', '#7173d7'],
      ['Report', '#78818b'],
      ['Safety', '#ca5747'],
    ],
    titles: `Interview eight mountain guides about route choice
Walk the coastal path with three first-time users
Survey: how people decide to turn back
Measure GPS drift in narrow valleys
Compare five phones in rain and cold
Summarize the October interviews with rescue teams
Shadow a hut warden for a weekend
Ask scout groups how they plan together
Photograph signposts for the training set
Write up the gloves-and-touch-screens test
Recruit color-blind testers
Find out why people print maps
Diary study with commuters who hike
Test turn announcements with blind hikers
Map closed paths after the September storm
Interview families with small children
Battery test at minus ten degrees
Collect place names in three languages
Check 60 water sources on foot
Report: what people carry and why
Partner walk with the alpine club
Understand how far ahead weather is checked
Time how long a newcomer needs to record a track
Card sorting for the settings
Questions for the winter survey
Ask park rangers about seasonal closures
Observe how groups split and meet again
Compare our elevation data with a surveyor's
Prepare the consent forms
Archive last year's recordings
Usability test of the region download
Talk to people who left for another app
Ride along with the mobile mast team
Test readability in direct sunlight
Find the ten most reported path errors
Write the field kit checklist
Interview trail runners about turn cues
Interview map librarians
Review 200 app store comments
Check accessibility of three trailheads
Measure noise of announcements in wind
Plan the spring field week
Present findings to the whole team
Try the prototype on a ferry
Test downloads in a village with slow internet
Ask teachers about school trips
Collect examples of good signposts
Study how people share their position
Interview a search and rescue dispatcher
Compare paper and phone on the same route
Photograph hut notice boards
Ask cyclists what a surface type means
Verify 30 reported closures
Follow up with the diary participants
Draft the report on planning in groups
Recruit testers over 70
Check how the app behaves in a tunnel
Summarize the webinar questions
Ask partners for last season's numbers
Collect GPX files from unusual devices
Test one-handed use on steep ground
Learn how guides mark hazards
Describe the five kinds of planner
List the words people use for "path"
Estimate how many paths we miss
Interview two cartographers
Test night mode by headlamp
Collect complaints about batteries
Measure how long a fix takes after airplane mode
Prepare the poster for the conference
Ask huts about their internet
Write a one-page summary for the board
Repeat the first-time user test
Note every crash in the field week
Compare three barometers
Meet the avalanche service`,
  },
]
