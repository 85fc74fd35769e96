import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Globe, ListFilter, Plus } from 'lucide-react'
import { useRef } from 'react'
import type { Organization } from '#contract/organizations.ts'
import type { Site } from '#contract/sites.ts'
import { PagedList } from '../../components/paged-list.tsx'
import { Button } from '../../components/ui/button.tsx'
import { SearchInput } from '../../components/ui/inputs.tsx'
import { Menu, MenuOption, MenuOptions } from '../../components/ui/menu.tsx'
import { ListSkeleton } from '../../components/ui/skeleton.tsx'
import { Empty, Failed, Filtered } from '../../components/ui/states.tsx'
import { Time } from '../../components/ui/time.tsx'
import { useActs } from '../../hooks/use-acts.ts'
import { useAddressText } from '../../hooks/use-address-text.ts'
import { useCrumbs } from '../../hooks/use-crumbs.ts'
import { useKeys } from '../../hooks/use-keys.ts'
import { itemsOf } from '../../lib/api.ts'
import { places } from '../../lib/places.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { counted, words } from '../../lib/words.ts'
import { NewSiteDialog } from './new-site-dialog.tsx'
import { sitesQuery } from './site-queries.ts'
import { SiteState } from './site-state.tsx'
import { addressOf, audienceMeans, audiences, spoken } from './site-words.ts'
import type { OnSearch, SitesSearch } from './sites-search.ts'
import './sites.css'

type Props = { organization: Organization; search: SitesSearch; onSearch: OnSearch }

/** The sites of an organization: where they are and whether readers find them. */
export function SitesPage({ organization, search, onSearch }: Props) {
  useCrumbs([{ title: 'Sites' }])
  const mayCreate = organization.permissions.createContent
  const onNew = () => onSearch({ dialog: 'new' })
  useActs(mayCreate ? [{ id: 'site', label: 'New site', icon: Globe, keys: 'c', run: onNew }] : [])
  return (
    <>
      <div className="page-head">
        <div className="title-row">
          <h1>Sites</h1>
          {mayCreate && (
            <div className="actions">
              <Button look="ink" icon={Plus} onClick={onNew}>
                New site
              </Button>
            </div>
          )}
        </div>
      </div>
      <SiteList {...{ organization, search, onSearch, mayCreate }} />
      {search.dialog === 'new' && mayCreate && (
        <NewSiteDialog organization={organization} onClose={() => onSearch({ dialog: undefined })} />
      )}
    </>
  )
}

function SiteList({ organization, search, onSearch, mayCreate }: Props & { mayCreate: boolean }) {
  const navigate = useNavigate()
  const query = useInfiniteQuery({
    ...sitesQuery(organization.id, search),
    placeholderData: keepPreviousData,
  })
  const isFiltered = search.title !== undefined || search.published !== undefined
  const total = query.data?.pages[0]?.count ?? 0
  const pathOf = ({ id }: Site) => places.site(organization.id, id)
  const isBare = query.isSuccess && total === 0 && !isFiltered
  return (
    <>
      {!isBare && <Toolbar search={search} onSearch={onSearch} total={query.isSuccess ? total : undefined} />}
      <div className="scroll">
        {query.isPending && <ListSkeleton />}
        {query.isError && (
          <Failed
            title="The sites could not be loaded"
            reason={reasonOf(query.error)}
            onRetry={() => void query.refetch()}
          />
        )}
        {query.isSuccess && (
          <PagedList<Site>
            label="Sites"
            className="site-list"
            columns={columns}
            items={itemsOf(query.data)}
            total={total}
            hasMore={query.hasNextPage}
            isLoadingMore={query.isFetchingNextPage}
            onMore={() => void query.fetchNextPage()}
            titleOf={({ title }) => title}
            onOpen={(site) => void navigate({ to: pathOf(site) })}
            row={(site) => <SiteCells site={site} to={pathOf(site)} />}
            empty={
              isFiltered ? (
                <Filtered
                  title={nothingFound(search)}
                  clear="Clear the filter"
                  onClear={() => onSearch({ title: undefined, published: undefined })}
                />
              ) : (
                <NoSites mayCreate={mayCreate} onNew={() => onSearch({ dialog: 'new' })} />
              )
            }
          />
        )}
      </div>
    </>
  )
}

const columns = [
  { head: 'Title' },
  { head: 'State' },
  { head: 'Address', className: 'wide' },
  { head: 'Audience', className: 'wide' },
  { head: 'Spaces', className: 'wide site-count' },
  { head: 'Created', className: 'wide site-count' },
]

const SiteCells = ({ site, to }: { site: Site; to: string }) => (
  <>
    <div className="cell" role="gridcell">
      <div className="site-name">
        <Link className="title name truncate" to={to} tabIndex={-1}>
          {site.title}
        </Link>
        <span className="narrow meta faint truncate">{spoken(addressOf(site))}</span>
      </div>
    </div>
    <div className="cell" role="gridcell">
      <SiteState site={site} />
    </div>
    <div className="cell wide" role="gridcell">
      {site.urls.published ? (
        <a className="soft truncate site-address" href={site.urls.published} tabIndex={-1}>
          {spoken(site.urls.published)}
        </a>
      ) : (
        <span className="faint truncate" title="Its address once it is published">
          {spoken(addressOf(site))}
        </span>
      )}
    </div>
    <div className="cell wide soft" role="gridcell" title={audienceMeans[site.visibility]}>
      {audiences[site.visibility]}
    </div>
    <div className="cell wide soft num site-count" role="gridcell">
      {site.siteSpaces}
    </div>
    <div className="cell wide soft num site-count" role="gridcell">
      <Time at={site.createdAt} />
    </div>
  </>
)

const states = { all: 'All sites', live: 'Live', draft: 'Not published' } as const
type State = keyof typeof states

const stateOf = (published: boolean | undefined): State =>
  published === undefined ? 'all' : published ? 'live' : 'draft'

type ToolbarProps = { search: SitesSearch; onSearch: OnSearch; total: number | undefined }

function Toolbar({ search, onSearch, total }: ToolbarProps) {
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useAddressText(search.title ?? '', (title) =>
    onSearch({ title: title || undefined }, { replace: true }),
  )
  useKeys([
    { keys: '/', label: 'Filter the sites', group: 'On this page', act: () => field.current?.focus() },
  ])
  const state = stateOf(search.published)
  return (
    <div className="toolbar">
      <SearchInput
        ref={field}
        className="site-filter"
        label="Filter the sites"
        placeholder="Filter by title"
        keys="/"
        value={text}
        onChange={setText}
      />
      <Menu
        align="start"
        trigger={
          <Button icon={ListFilter} aria-label={`Filter: ${states[state]}`}>
            {state === 'all' ? 'Filter' : states[state]}
          </Button>
        }
      >
        <MenuOptions<State>
          value={state}
          onChange={(next) => onSearch({ published: next === 'all' ? undefined : next === 'live' })}
        >
          {Object.entries(states).map(([value, label]) => (
            <MenuOption key={value} value={value}>
              {label}
            </MenuOption>
          ))}
        </MenuOptions>
      </Menu>
      <span className="grow" />
      {total !== undefined && (
        <span className="faint meta wide" role="status">
          {counted(total, 'site')}
        </span>
      )}
    </div>
  )
}

function nothingFound({ title, published }: SitesSearch): string {
  const which = published === undefined ? 'No site' : published ? 'No live site' : 'No unpublished site'
  return title === undefined ? `${which} is here` : `${which} is called ${words.quoted(title)}`
}

const NoSites = ({ mayCreate, onNew }: { mayCreate: boolean; onNew: () => void }) => (
  <Empty
    title="No sites yet"
    acts={
      mayCreate && (
        <Button look="line" icon={Plus} onClick={onNew}>
          New site
        </Button>
      )
    }
  >
    A site shows spaces to readers at an address of its own.
    {!mayCreate &&
      ' One appears here as soon as you are given a role on it; to make one you need the role Create.'}
  </Empty>
)
