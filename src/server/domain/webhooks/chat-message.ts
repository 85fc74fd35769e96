import { TEST_EVENT_TYPE, webhookEventGroups } from '#contract/webhook-events.ts'
import type { StoredEventType } from '../../db/tables/webhooks.ts'
import type { Urls } from '../../urls.ts'
import type { EventSubject } from './chat-queries.ts'

/** A message as Slack and compatible chats take it. */
export type ChatMessage = {
  /** For notifications, and for chats that know no blocks. */
  readonly text: string
  readonly blocks: readonly {
    readonly type: 'section'
    readonly text: { readonly type: 'mrkdwn'; readonly text: string }
  }[]
}

const labels: Readonly<Record<string, string>> = Object.assign(
  { [TEST_EVENT_TYPE]: 'Lectern can post here' },
  ...webhookEventGroups.map(({ types }) => types),
)

/** Chats cut long texts. */
const MAX_NAME_LENGTH = 200

/** Writes the message about an event: what happened, to what, where, and who did it. */
export function chatMessage(
  type: StoredEventType,
  subject: EventSubject | undefined,
  urls: Urls,
  organizationId: string,
): ChatMessage {
  const label = labels[type] ?? type
  const object = subject && objectOf(subject, urls, organizationId)
  const where =
    subject?.spaceTitle && object?.name !== subject.spaceTitle ? ` in ${escaped(subject.spaceTitle)}` : ''
  const by = subject?.actor ? ` by ${escaped(subject.actor)}` : ''
  const text = `${label}${object === undefined ? '' : `: <${object.url}|${escaped(object.name)}>`}${where}${by}`
  return { text, blocks: [{ type: 'section', text: { type: 'mrkdwn', text } }] }
}

function objectOf(
  { number, subject, pageId, pageTitle, commentId, spaceId, spaceTitle, siteId, siteTitle }: EventSubject,
  { app }: Urls,
  organizationId: string,
): { readonly name: string; readonly url: string } | undefined {
  if (spaceId !== null && number !== null)
    return {
      name: `#${number}${subject ? ` ${subject}` : ''}`,
      url: app('s', spaceId, 'changes', String(number)),
    }
  if (spaceId !== null && pageId !== null)
    return { name: pageTitle || 'Untitled page', url: app('s', spaceId, 'p', pageId) }
  if (spaceId !== null)
    return {
      name: spaceTitle || 'Untitled space',
      url: commentId === null ? app('s', spaceId) : app('s', spaceId, 'comments'),
    }
  if (siteId !== null)
    return { name: siteTitle || 'Untitled site', url: app('o', organizationId, 'sites', siteId) }
  return undefined
}

/** Titles are text: none of them mentions a channel or contains a link. */
const escaped = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .slice(0, MAX_NAME_LENGTH)
    .toWellFormed()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('|', '¦')

/** The URL of a chat with its secret part hidden: anyone who knows it can post. */
export function maskedUrl(text: string): string {
  const { origin, pathname } = new URL(text)
  return `${origin}/…${pathname.length > 20 ? pathname.slice(-4) : ''}`
}

/** Whether a URL is one that `maskedUrl` returned, which posts to nothing. */
export const isMaskedUrl = (text: string): boolean =>
  new URL(text).pathname.startsWith(`/${encodeURIComponent('…')}`)
