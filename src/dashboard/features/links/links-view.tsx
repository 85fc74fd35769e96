import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { z } from 'zod'
import type { LinkPlaces, PlacedLink } from '#contract/content-links.ts'
import type { Space } from '#contract/spaces.ts'
import { Button } from '../../components/ui/button.tsx'
import { Emoji } from '../../components/ui/marks.tsx'
import { ListSkeleton } from '../../components/ui/skeleton.tsx'
import { Empty, Failed } from '../../components/ui/states.tsx'
import { useStored } from '../../hooks/use-stored.ts'
import { itemsOf } from '../../lib/api.ts'
import { type ContentAt, placesAt } from '../../lib/content-at.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { counted, words } from '../../lib/words.ts'
import { LinkLine } from './link-line.tsx'
import { countQuery, placesQuery } from './link-queries.ts'
import type { LinksSearch, OnSearch } from './links-search.ts'
import { likeIt, type Mending } from './mending.ts'
import { useMending } from './use-mending.ts'
import './links.css'

type Props = {
  space: Space
  /** The space, or the change request whose broken links are meant. */
  at: ContentAt
  search: LinksSearch
  onSearch: OnSearch
  mayEditLive: boolean
}

type Item = LinkPlaces['items'][number]

/** The links of a space page by page with their state, and the ways to mend those that lead to nothing. */
export function LinksView({ space, at, search, onSearch, mayEditLive }: Props) {
  const read = useInfiniteQuery(placesQuery(at, search))
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = read
  const ignoring = useIgnored(space.id)
  const { isBusy, mend } = useMending(space, at, mayEditLive)
  const isOfRequest = at.change !== undefined
  // All like it can be mended only once all are known; broken links are few.
  const isBroken = search.show === undefined || search.show === 'ignored'
  useEffect(() => {
    if (isBroken && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [isBroken, hasNextPage, isFetchingNextPage, fetchNextPage])
  const items = itemsOf<Item>(read.data)
  const shown = items
    .map((item) => ({ ...item, links: item.links.filter((link) => ignoring.isShown(item, link, search)) }))
    .filter(({ links }) => links.length > 0)
  const onMend = (item: Item, link: PlacedLink, mending: Mending, all: boolean) => {
    const one = { pageId: item.page.id, pageTitle: item.page.title, link }
    mend({ spots: all ? likeIt(items, link, mending) : [one], mending })
  }
  return (
    <>
      {!isOfRequest && <Toolbar space={space} search={search} onSearch={onSearch} ignored={ignoring.count} />}
      <div className="scroll">
        {read.isPending && <ListSkeleton />}
        {read.isError && (
          <Failed
            title="The links could not be loaded"
            reason={reasonOf(read.error)}
            onRetry={() => void read.refetch()}
          />
        )}
        {read.isSuccess && shown.length === 0 && !hasNextPage && <None search={search} at={at} />}
        <div className="lk-pages">
          {shown.map((item) => (
            <section key={item.page.id} className="lk-page" aria-labelledby={`lk-${item.page.id}`}>
              <h2 id={`lk-${item.page.id}`}>
                {item.page.emoji && <Emoji of={item.page.emoji} />}
                <Link className="truncate" to={placesAt(at).page(item.page.id)}>
                  {item.page.title || words.untitled}
                </Link>
                <span className="mono faint meta truncate wide">/{item.page.path}</span>
                <span className="count">{item.links.length}</span>
              </h2>
              <ul>
                {item.links.map((link, index) => (
                  <LinkLine
                    key={`${link.index ?? `field ${index}`} ${link.url}`}
                    link={link}
                    mayMend={space.permissions.edit}
                    isBusy={isBusy}
                    likeIt={likeIt(items, link, { href: '' }).length - 1}
                    isIgnored={ignoring.isIgnored(item, link)}
                    onMend={(mending, all) => onMend(item, link, mending, all)}
                    onIgnore={() => ignoring.turn(item, link)}
                  />
                ))}
              </ul>
            </section>
          ))}
        </div>
        {!isBroken && hasNextPage && (
          <p className="lk-more">
            <Button look="line" aria-busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              Show more pages
            </Button>
          </p>
        )}
      </div>
    </>
  )
}

const mostIgnored = 1000

/** Links that somebody does not want to be told of again, on this device. */
function useIgnored(spaceId: string) {
  const [keys, setKeys] = useStored(`links-ignored.${spaceId}`, z.array(z.string()), [])
  const keyOf = ({ page }: Item, { url, text }: PlacedLink) => JSON.stringify([page.id, url, text])
  const isIgnored = (item: Item, link: PlacedLink) => keys.includes(keyOf(item, link))
  return {
    count: keys.length,
    isIgnored,
    isShown: (item: Item, link: PlacedLink, { show }: LinksSearch) =>
      show === 'ignored' ? isIgnored(item, link) : show !== undefined || !isIgnored(item, link),
    turn: (item: Item, link: PlacedLink) => {
      const key = keyOf(item, link)
      setKeys(keys.includes(key) ? keys.filter((one) => one !== key) : [...keys, key].slice(-mostIgnored))
    },
  }
}

type ToolbarProps = Pick<Props, 'space' | 'search' | 'onSearch'> & { ignored: number }

/** How many links there are in each state, and which are shown. */
function Toolbar({ space, search, onSearch, ignored }: ToolbarProps) {
  const broken = useQuery(countQuery(space.id, 'broken')).data?.count
  const ok = useQuery(countQuery(space.id, 'ok')).data?.count
  const inApp = useQuery(countQuery(space.id, 'in-app')).data?.count
  const shows = [
    [undefined, 'Broken', broken],
    ['ok', 'Working', ok],
    ['in-app', 'Into the app', inApp],
    ['all', 'All', undefined],
    ...(ignored > 0 ? ([['ignored', 'Ignored', undefined]] as const) : []),
  ] as const
  return (
    <div className="toolbar lk-bar">
      <fieldset className="btn-group">
        <legend className="sr">Show links</legend>
        {shows.map(([show, word, count]) => (
          <button
            key={word}
            type="button"
            aria-pressed={search.show === show}
            onClick={() => onSearch({ show })}
          >
            {word}
            {count !== undefined && <span className="count"> {count}</span>}
          </button>
        ))}
      </fieldset>
      <span className="grow wide" />
      {broken !== undefined && ok !== undefined && (
        <span className="meta faint num wide" role="status">
          {counted(broken + ok + (inApp ?? 0), 'link')} to different places
        </span>
      )}
    </div>
  )
}

function None({ search, at }: Pick<Props, 'search' | 'at'>) {
  if (at.change !== undefined) {
    return (
      <Empty title="This change request breaks no link">
        What it removes or writes leaves every link leading somewhere.
      </Empty>
    )
  }
  if (search.show === undefined) {
    return <Empty title="No link is broken">Every link in this space leads somewhere.</Empty>
  }
  return <Empty title="There are no such links in this space" />
}
