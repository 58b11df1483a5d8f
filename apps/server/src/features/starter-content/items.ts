import type { Priority, StateGroup } from '@cairn/contract'

export const labels = [
  ['admin', '#0693e3'],
  ['concepts', '#9900ef'],
] as const

export interface StarterItem {
  name: string
  paragraphs: readonly string[]
  label: (typeof labels)[number][0]
  group: StateGroup
  priority: Priority
  /** Assigned to the creator of the workspace. */
  isMine: boolean
}

/** What a newcomer reads first: each is an example of what it explains. */
export const items: readonly StarterItem[] = [
  {
    name: 'Start here: what a work item is',
    paragraphs: [
      'A work item is one thing that has to be done. It has a title, a description like this one, a state, and whatever else helps: people, dates, labels, a priority.',
      'Click a property to change it. Everybody who looks at the same list sees the change at once, and the history below keeps who changed what.',
      'Each item has a short key made of the project’s letters and a number. It never changes and is never given twice, so it can be written into a mail or a commit.',
    ],
    label: 'concepts',
    group: 'started',
    priority: 'high',
    isMine: true,
  },
  {
    name: 'Move work along its states',
    paragraphs: [
      'States say how far an item is. They come in five groups: backlog for ideas, unstarted for what is decided, started for what somebody works on, completed and cancelled for what is over.',
      'Set this item to In Progress, and to Done when you have read it. Lists and boards follow.',
      'A project’s administrators may rename the states, colour them and add more of them in the project’s settings.',
    ],
    label: 'concepts',
    group: 'unstarted',
    priority: 'medium',
    isMine: true,
  },
  {
    name: 'Say who does it, and until when',
    paragraphs: [
      'An item may have one assignee, several, or none as long as nobody has taken it.',
      'Give it a start and a due date when they matter. What is late stands out in every list; what has no date waits without nagging.',
      'The priority, from urgent to none, decides what to look at first when everything is due.',
    ],
    label: 'concepts',
    group: 'unstarted',
    priority: 'medium',
    isMine: false,
  },
  {
    name: 'Bring related work together with labels',
    paragraphs: [
      'Labels cut across states and people: a part of the product, a customer, a kind of work. An item may carry many of them.',
      'This project begins with two: “concepts” is on items that explain something, “admin” on items for whoever looks after the workspace.',
    ],
    label: 'concepts',
    group: 'backlog',
    priority: 'low',
    isMine: false,
  },
  {
    name: 'Invite the people you work with',
    paragraphs: [
      'In the workspace’s settings, under Members, type their addresses and choose what they may do. Each gets a link that works for seven days; without a mail server you copy it and send it yourself.',
      'Administrators look after the workspace. Members work in the projects they join. Guests see only the projects they were added to, and there only what they reported, unless the project shows them more.',
    ],
    label: 'admin',
    group: 'unstarted',
    priority: 'high',
    isMine: true,
  },
  {
    name: 'Shape a project to the way you work',
    paragraphs: [
      'In a project’s settings you choose its name, its key and who leads it, and whether it is public, so that every member of the workspace can join, or private.',
      'Switch off what you do not need: a feature that is off disappears from the navigation and keeps its contents.',
    ],
    label: 'admin',
    group: 'backlog',
    priority: 'low',
    isMine: false,
  },
  {
    name: 'Begin your own project, and let this one go',
    paragraphs: [
      'Add a project from the sidebar when you are ready. Its key can have up to five letters and digits, and each of its items will carry it.',
      'This project was only here to show you around. Archive it to look it up later, or delete it in its settings.',
    ],
    label: 'admin',
    group: 'backlog',
    priority: 'none',
    isMine: false,
  },
]
