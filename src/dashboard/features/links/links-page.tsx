import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useEffect } from 'react'
import type { LinksByPage, PageLink } from '#contract/content-links.ts'
import type { Space } from '#contract/spaces.ts'
import { confirm } from '../../components/confirm.tsx'
import { MoreButton, QueryStates } from '../../components/query-states.tsx'
import { Emoji } from '../../components/ui/marks.tsx'
import { Empty } from '../../components/ui/states.tsx'
import { itemsOf } from '../../data/api.ts'
import { type ContentRef, contentPaths } from '../../data/content.ts'
import { useLocalStorage } from '../../hooks/use-local-storage.ts'
import { labels, pluralize } from '../../lib/labels.ts'
import { listOf, text } from '../../lib/search-params.ts'
import { LinkRow } from './link-row.tsx'
import styles from './links.module.css'
import { type LinkFix, type LinkLocation, matchingLinks, useFixLinks } from './mutations.ts'
import { linkCountQuery, type OnSearch, pageLinksQuery } from './queries.ts'
import type { LinksSearch } from './search-params.ts'

type Props = {
  space: Space
  /** The space, or the change request whose broken links are shown. */
  at: ContentRef
  search: LinksSearch
  onSearch: OnSearch
  canEditLive: boolean
}

type Item = LinksByPage['items'][number]

/** The links of a space by page, with fixes for broken ones. */
export function LinksPage({ space, at, search, onSearch, canEditLive }: Props) {
  const read = useInfiniteQuery(pageLinksQuery(at, search))
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = read
  const ignored = useIgnored(space.id)
  const { isBusy, applyFix } = useFixLinks(space, at, canEditLive)
  const isChangeRequest = at.change !== undefined
  // Fixing all matching links requires the whole list; broken links are few.
  const isBroken = search.show === undefined || search.show === 'ignored'
  useEffect(() => {
    if (isBroken && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [isBroken, hasNextPage, isFetchingNextPage, fetchNextPage])
  const items = itemsOf<Item>(read.data)
  const visible = items
    .map((item) => ({ ...item, links: item.links.filter((link) => ignored.isShown(item, link, search)) }))
    .filter(({ links }) => links.length > 0)
  const onFix = async (item: Item, link: PageLink, fix: LinkFix, all: boolean) => {
    const one = { pageId: item.page.id, pageTitle: item.page.title, link }
    const locations = all ? matchingLinks(items, link, fix) : [one]
    if (!all || (await confirmAll(locations, fix))) applyFix({ locations, fix })
  }
  return (
    <>
      {!isChangeRequest && (
        <Toolbar space={space} search={search} onSearch={onSearch} ignored={ignored.count} />
      )}
      <div className="scroll">
        <QueryStates read={read} name="The links">
          {() => visible.length === 0 && !hasNextPage && <NoLinks search={search} at={at} />}
        </QueryStates>
        <div className={styles.pages}>
          {visible.map((item) => (
            <section key={item.page.id} className={styles.page} aria-labelledby={`links-${item.page.id}`}>
              <h2 id={`links-${item.page.id}`}>
                {item.page.emoji && <Emoji of={item.page.emoji} />}
                <Link className="truncate" to={contentPaths(at).page(item.page.id)}>
                  {item.page.title || labels.untitled}
                </Link>
                <span className="mono faint meta truncate wide">/{item.page.path}</span>
                <span className="count">{item.links.length}</span>
              </h2>
              <ul>
                {item.links.map((link, index) => (
                  <LinkRow
                    key={`${link.index ?? `field ${index}`} ${link.url}`}
                    link={link}
                    canFix={space.permissions.edit}
                    isBusy={isBusy}
                    matchCount={matchingLinks(items, link, { href: '' }).length - 1}
                    isIgnored={ignored.isIgnored(item, link)}
                    onFix={(fix, all) => void onFix(item, link, fix, all)}
                    onIgnore={() => ignored.toggle(item, link)}
                  />
                ))}
              </ul>
            </section>
          ))}
        </div>
        {!isBroken && (
          <MoreButton read={read} className={styles.more}>
            Show more pages
          </MoreButton>
        )}
      </div>
    </>
  )
}

const MAX_PAGES_IN_QUESTION = 5

/** Asks before several links change, because only one of them was on screen when it was chosen. */
function confirmAll(locations: readonly LinkLocation[], fix: LinkFix): Promise<boolean> {
  const titles = [...new Set(locations.map(({ pageTitle }) => labels.quoted(pageTitle || labels.untitled)))]
  const others = titles.length - MAX_PAGES_IN_QUESTION
  const more = others > 0 ? ` and ${pluralize(others, 'other page')}` : ''
  const count = pluralize(locations.length, 'link')
  const url = locations[0]?.link.url ?? ''
  return confirm({
    title: fix === 'unlink' ? `Remove ${count}?` : `Change ${count}?`,
    description: `${fix === 'unlink' ? 'The link text stays' : `The links will go to ${url}`}. Affected pages: ${titles.slice(0, MAX_PAGES_IN_QUESTION).join(', ')}${more}.`,
    action: fix === 'unlink' ? `Remove ${count}` : `Change ${count}`,
  })
}

const MAX_IGNORED = 1000
const storedKeys = listOf(text(), MAX_IGNORED)

/** Links the user has ignored, stored in this browser. */
function useIgnored(spaceId: string) {
  const [keys, setKeys] = useLocalStorage(`links-ignored.${spaceId}`, storedKeys, [])
  const keyOf = ({ page }: Item, { url, text }: PageLink) => JSON.stringify([page.id, url, text])
  const isIgnored = (item: Item, link: PageLink) => keys.includes(keyOf(item, link))
  return {
    count: keys.length,
    isIgnored,
    isShown: (item: Item, link: PageLink, { show }: LinksSearch) =>
      show === 'ignored' ? isIgnored(item, link) : show !== undefined || !isIgnored(item, link),
    toggle: (item: Item, link: PageLink) => {
      const key = keyOf(item, link)
      setKeys(keys.includes(key) ? keys.filter((one) => one !== key) : [...keys, key].slice(-MAX_IGNORED))
    },
  }
}

type ToolbarProps = Pick<Props, 'space' | 'search' | 'onSearch'> & { ignored: number }

/** The number of links by status, as a filter. */
function Toolbar({ space, search, onSearch, ignored }: ToolbarProps) {
  const broken = useQuery(linkCountQuery(space.id, 'broken')).data?.count
  const ok = useQuery(linkCountQuery(space.id, 'ok')).data?.count
  const inApp = useQuery(linkCountQuery(space.id, 'in-app')).data?.count
  const shows = [
    [undefined, 'Broken', broken],
    ['ok', 'Working', ok],
    ['in-app', 'To the dashboard', inApp],
    ['all', 'All', undefined],
    ...(ignored > 0 ? ([['ignored', 'Ignored', undefined]] as const) : []),
  ] as const
  return (
    <div className={clsx('toolbar', styles.bar)}>
      <fieldset className="btn-group">
        <legend className="sr">Show links</legend>
        {shows.map(([show, label, count]) => (
          <button
            key={label}
            type="button"
            aria-pressed={search.show === show}
            onClick={() => onSearch({ show })}
          >
            {label}
            {count !== undefined && <span className="count"> {count}</span>}
          </button>
        ))}
      </fieldset>
      <span className="grow wide" />
      {broken !== undefined && ok !== undefined && (
        <span className="meta faint num wide" role="status">
          {pluralize(broken + ok + (inApp ?? 0), 'different link')}
        </span>
      )}
    </div>
  )
}

function NoLinks({ search, at }: Pick<Props, 'search' | 'at'>) {
  if (at.change !== undefined) {
    return <Empty title="No broken links">This change request doesn’t break any links.</Empty>
  }
  if (search.show === undefined) {
    return <Empty title="No broken links">All links in this space work.</Empty>
  }
  return <Empty title="No matching links in this space" />
}
