import { labels } from '#dashboard/lib/labels.ts'
import type { ChangedPage } from './changed-pages.ts'

/** A changed attribute of a page. */
export type AttributeChange = {
  readonly name: string
  readonly before: string | undefined
  readonly after: string | undefined
}

const names = {
  title: 'Title',
  description: 'Description',
  slug: 'Path',
  emoji: 'Emoji',
  icon: 'Icon',
  linkTitle: 'Title in navigation',
  hidden: 'Hidden from navigation',
  noIndex: 'Left out of search',
  noRobotsIndex: 'Left out of search engines',
  condition: 'Condition',
  cover: 'Cover',
  layout: 'Layout',
  variables: 'Variables',
  target: 'Leads to',
} as const

/** The changed attributes of a page, besides its text. */
export function attributeChanges({ attributes, moved, isMoved }: ChangedPage): AttributeChange[] {
  const found: AttributeChange[] = []
  for (const [key, name] of Object.entries(names)) {
    const sides = attributes?.[key as keyof typeof names]
    if (sides) found.push({ name, before: said(sides.before), after: said(sides.after) })
  }
  if (!isMoved) return found
  const [from, to] = [moved?.before, moved?.after]
  if (from?.id === to?.id)
    return [...found, { name: 'Order', before: undefined, after: 'Moved among its siblings' }]
  return [...found, { name: 'Place', before: placeOf(from), after: placeOf(to) }]
}

const placeOf = (parent: { title: string } | undefined): string =>
  parent ? `In ${labels.quoted(parent.title || labels.untitled)}` : 'At the top'

function said(value: unknown): string | undefined {
  if (value === undefined || value === '') return undefined
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (isRecord(value) && value.kind === 'url' && typeof value.url === 'string') return value.url
  return JSON.stringify(value)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
