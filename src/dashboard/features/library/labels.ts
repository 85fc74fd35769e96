import type { LibraryItem } from '#contract/library.ts'
import type { Space } from '#contract/spaces.ts'
import type { Confirmation } from '../../components/confirm.tsx'
import { labels, pluralize } from '../../lib/labels.ts'
import { collectionsWithin, type Index, spacesBelow } from './library-index.ts'
import { titleOf } from './library-rows.ts'

/** `docs.halden.energy` or `docs.halden.energy/api`; just the path for a site on our own host: `/sites/docs`. */
export function formatSiteAddress(url: string, ownOrigin: string): string {
  const { origin, host, pathname } = new URL(url, ownOrigin)
  const path = pathname.replace(/\/$/, '')
  return origin === ownOrigin ? path || host : `${host}${path}`
}

const shownOnSite: readonly Space['visibility'][] = ['public', 'unlisted', 'share-link', 'visitor-auth']

/**
 * The confirmation before items are deleted: collections can't be restored, and a restored space does not return to
 * its sites. Undefined for spaces on no site, whose deletion can be undone. `index` is passed if it is complete.
 */
export function removalQuestion(
  items: readonly LibraryItem[],
  index: Index | undefined,
): Confirmation | undefined {
  const spaces = items.filter((item) => item.object === 'space')
  const collections = items.filter((item) => item.object === 'collection')
  const inside = index ? collections.flatMap(({ id }) => spacesBelow(index, id)) : []
  const onSite = [...spaces, ...inside].filter(({ visibility }) => shownOnSite.includes(visibility))
  if (collections.length === 0 && onSite.length === 0) return undefined
  const [only] = items
  const isOne = items.length === 1 && only !== undefined
  if (collections.length === 0) {
    return {
      title: `Move ${isOne ? labels.quoted(titleOf(only)) : pluralize(items.length, 'space')} to the trash?`,
      description: siteWarning(onSite, isOne),
      action: 'Move to trash',
      danger: true,
    }
  }
  const subject = isOne
    ? `the collection ${labels.quoted(titleOf(only))}`
    : namesOf(collections.length, spaces.length)
  const contents = index && {
    collections: collections.reduce((sum, { id }) => sum + collectionsWithin(index, id), 0),
    spaces: inside.length,
  }
  return {
    title: `Delete ${subject}?`,
    description: [
      contentsWarning({ collections: collections.length, spaces: spaces.length }, contents),
      onSite.length > 0 ? siteWarning(onSite, false) : '',
    ]
      .filter(Boolean)
      .join(' '),
    action: isOne ? `Delete ${titleOf(only)}` : `Delete ${pluralize(items.length, 'item')}`,
    danger: true,
  }
}

const namesOf = (collections: number, spaces: number): string =>
  [pluralize(collections, 'collection'), ...(spaces > 0 ? [pluralize(spaces, 'space')] : [])].join(' and ')

function siteWarning(onSite: readonly Space[], isOne: boolean): string {
  const [first] = onSite
  const name =
    isOne || !first ? 'It is' : onSite.length === 1 ? `${labels.quoted(titleOf(first))} is` : 'Some are'
  return `${name} shown on a site and will be removed from it. Restoring brings back the pages, but not the place on the site.`
}

type Counts = { readonly collections: number; readonly spaces: number }

/** What happens to the spaces, and what is deleted with the collections: `inside`, if it is known. */
function contentsWarning(selected: Counts, inside: Counts | undefined): string {
  const retention = 'can be restored for 7 days'
  if (!inside) return `The collections inside are deleted too; all spaces ${retention}.`
  const spaces = selected.spaces + inside.spaces
  const isOne = selected.collections === 1 && selected.spaces === 0
  if (spaces === 0 && inside.collections === 0)
    return `${isOne ? 'It is' : 'They are'} empty. This can’t be undone.`
  const nested =
    inside.collections > 0
      ? `${pluralize(inside.collections, 'collection')} inside ${inside.collections === 1 ? 'is' : 'are'} deleted too.`
      : ''
  const along =
    spaces > 0
      ? `${pluralize(spaces, 'space')}${isOne ? ' in it' : ''} ${spaces === 1 ? 'goes' : 'go'} to the trash and ${retention}.`
      : ''
  return [nested, along].filter(Boolean).join(' ')
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How long deleted spaces stay in the trash. */
const RETENTION_MS = 7 * day

/** `6 days left`, `1 day left`, `5 hours left`, `12 minutes left`, `Less than a minute left`. */
export function timeLeft(deletedAt: Date, now: Date): string {
  const left = deletedAt.getTime() + RETENTION_MS - now.getTime()
  if (left < minute) return 'Less than a minute left'
  if (left < hour) return `${pluralize(Math.floor(left / minute), 'minute')} left`
  if (left < day) return `${pluralize(Math.floor(left / hour), 'hour')} left`
  return `${pluralize(Math.floor(left / day), 'day')} left`
}

/** Whether less than a day is left. */
export const isExpiringSoon = (deletedAt: Date, now: Date): boolean =>
  deletedAt.getTime() + RETENTION_MS - now.getTime() < day
