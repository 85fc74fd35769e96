import type { Home } from '#contract/home.ts'
import { labels, pluralize } from '../../lib/labels.ts'

type Conversation = Home['conversations'][number]
type Step = Home['steps'][number]['step']

const verbs = { mention: 'mentioned you in', reply: 'replied in', comment: 'commented on' } as const

/** `Priya mentioned you in Terminal block` */
export function conversationLabel({ reason, by, space, page, changeRequest }: Conversation): string {
  const subject = changeRequest && (changeRequest.subject || `change request #${changeRequest.number}`)
  const place = reason === 'comment' && subject ? subject : page ? page.title || labels.untitled : subject
  return `${by.displayName} ${verbs[reason]} ${place ?? (space.title || labels.untitled)}`
}

/** The latest editor and the number of edits: `Malin, 3 edits`. */
export const changeLabel = ({ by, edits }: Home['changes'][number]): string =>
  by ? `${by.displayName}, ${pluralize(edits, 'edit')}` : pluralize(edits, 'edit')

export const stepLabels: Readonly<Record<Step, { title: string; detail: string; action: string }>> = {
  space: {
    title: 'Create a space',
    detail: 'A space contains the pages about one subject, such as a product or a handbook.',
    action: 'Create space',
  },
  page: {
    title: 'Write a page',
    detail: 'Write in the editor, or import Markdown, Word and HTML files.',
    action: 'Write a page',
  },
  site: {
    title: 'Create a site',
    detail: 'A site shows spaces to readers at its own address.',
    action: 'Create site',
  },
  'site-space': {
    title: 'Add the space to the site',
    detail: 'Each space becomes a section of the site.',
    action: 'Open the structure',
  },
  publish: {
    title: 'Publish the site',
    detail: 'Choose who can read it first: anyone, people with a link, or people who sign in.',
    action: 'Open the site',
  },
}
