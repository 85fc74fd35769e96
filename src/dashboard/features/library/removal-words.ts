import type { LibraryItem } from '#contract/library.ts'
import type { Space } from '#contract/spaces.ts'
import type { Question } from '../../components/confirm-store.ts'
import { counted, words } from '../../lib/words.ts'
import { collectionsWithin, type Index, spacesWithin } from './library-index.ts'
import { titleOf } from './library-rows.ts'

const shownOnSite: readonly Space['visibility'][] = ['public', 'unlisted', 'share-link', 'visitor-auth']

/**
 * What to ask before rows are removed: collections do not come back, and spaces do not come back onto their sites.
 * Undefined for spaces that stand on no site, which have a way back. `index` is known when it is complete.
 */
export function questionOf(items: readonly LibraryItem[], index: Index | undefined): Question | undefined {
  const spaces = items.filter((item) => item.object === 'space')
  const collections = items.filter((item) => item.object === 'collection')
  const onSite = spaces.filter(({ visibility }) => shownOnSite.includes(visibility))
  if (collections.length === 0 && onSite.length === 0) return undefined
  const [only] = items
  const isOne = items.length === 1 && only !== undefined
  if (collections.length === 0) {
    return {
      title: `Move ${isOne ? words.quoted(titleOf(only)) : counted(items.length, 'space')} to the trash?`,
      description: siteWords(onSite, isOne),
      act: 'Move to trash',
      danger: true,
    }
  }
  const named = isOne
    ? `the collection ${words.quoted(titleOf(only))}`
    : namesOf(collections.length, spaces.length)
  return {
    title: `Delete ${named}?`,
    description: [alongWords(collections, index), onSite.length > 0 ? siteWords(onSite, false) : '']
      .filter(Boolean)
      .join(' '),
    act: isOne ? `Delete ${titleOf(only)}` : `Delete ${counted(items.length, 'row')}`,
    danger: true,
  }
}

const namesOf = (collections: number, spaces: number): string =>
  [counted(collections, 'collection'), ...(spaces > 0 ? [counted(spaces, 'space')] : [])].join(' and ')

function siteWords(onSite: readonly Space[], isOne: boolean): string {
  const [first] = onSite
  const name =
    isOne || !first ? 'It is' : onSite.length === 1 ? `${words.quoted(titleOf(first))} is` : 'Some are'
  return `${name} shown on a site and will be taken off it. Restoring brings the pages back, not the place on the site.`
}

/** What goes along with collections. */
function alongWords(collections: readonly LibraryItem[], index: Index | undefined): string {
  const kept = 'can be restored from the trash for 7 days'
  if (!index) return `The collections inside are deleted too; the spaces in them ${kept}.`
  const counts = spacesWithin(index)
  const spaces = collections.reduce((sum, { id }) => sum + (counts.get(id) ?? 0), 0)
  const inside = collections.reduce((sum, { id }) => sum + collectionsWithin(index, id), 0)
  if (spaces === 0 && inside === 0) return 'It is empty. This cannot be undone.'
  const nested =
    inside > 0 ? `${counted(inside, 'collection')} inside ${inside === 1 ? 'is' : 'are'} deleted too.` : ''
  const along =
    spaces > 0
      ? `${counted(spaces, 'space')} in it ${spaces === 1 ? 'goes' : 'go'} to the trash and ${kept}.`
      : ''
  return [nested, along].filter(Boolean).join(' ')
}
