import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { FolderInput, Globe, Plus } from 'lucide-react'
import type { Organization } from '#contract/organizations.ts'
import type { Site } from '#contract/sites.ts'
import { type FilterField, is } from '../../components/filter-bar/fields.ts'
import { FilterBar } from '../../components/filter-bar/filter-bar.tsx'
import { ListToolbar } from '../../components/list-toolbar.tsx'
import { PagedList } from '../../components/paged-list.tsx'
import { Button, ButtonContent, buttonClass } from '../../components/ui/button.tsx'
import { ListSkeleton } from '../../components/ui/skeleton.tsx'
import { Empty, Failed, Filtered } from '../../components/ui/states.tsx'
import { Time } from '../../components/ui/time.tsx'
import { itemsOf } from '../../data/api.ts'
import { errorMessage } from '../../data/query-client.ts'
import { useActions } from '../../hooks/use-actions.ts'
import { useBreadcrumbs } from '../../hooks/use-breadcrumbs.ts'
import { useIsFirstViewLoaded } from '../../hooks/use-first-view.ts'
import { labels, pluralize } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import { shortAddress } from '../../lib/short-address.ts'
import { audienceDescriptions, audienceLabels, SiteStatus, siteAddress } from './labels.tsx'
import { type OnSearch, sitesQuery, spacesQuery } from './queries.ts'
import type { SitesSearch } from './search-params.ts'
import { NewSiteDialog } from './site-dialogs.tsx'
import { SiteMenu } from './site-menu.tsx'
import styles from './sites.module.css'

type Props = { organization: Organization; search: SitesSearch; onSearch: OnSearch }

/** The sites of an organization with status, address and audience. */
export function SitesPage({ organization, search, onSearch }: Props) {
  useBreadcrumbs([{ title: 'Sites' }])
  const canCreate = organization.permissions.createContent
  const onNew = () => onSearch({ dialog: 'new' })
  const navigate = useNavigate()
  const onImport = () => void navigate({ to: paths.siteImport(organization.id) })
  useActions(
    canCreate
      ? [
          { id: 'site', label: 'New site', icon: Globe, keys: 'c', run: onNew },
          { id: 'import-site', label: 'Import a site', icon: FolderInput, run: onImport },
        ]
      : [],
  )
  return (
    <>
      <div className="page-head">
        <div className="title-row">
          <h1>Sites</h1>
          {canCreate && (
            <div className="actions">
              <ImportLink organizationId={organization.id} />
              <Button variant="primary" icon={Plus} onClick={onNew}>
                New site
              </Button>
            </div>
          )}
        </div>
      </div>
      <SiteList {...{ organization, search, onSearch, canCreate }} />
      {search.dialog === 'new' && canCreate && (
        <NewSiteDialog organization={organization} onClose={() => onSearch({ dialog: undefined })} />
      )}
    </>
  )
}

function SiteList({ organization, search, onSearch, canCreate }: Props & { canCreate: boolean }) {
  const navigate = useNavigate()
  const query = useInfiniteQuery({
    ...sitesQuery(organization.id, search),
    placeholderData: keepPreviousData,
  })
  const { title, status, space } = search
  const isFiltered = [title, status, space].some((one) => one !== undefined)
  const total = query.data?.pages[0]?.count ?? 0
  const pathOf = ({ id }: Site) => paths.site(organization.id, id)
  const isBare = query.isSuccess && total === 0 && !isFiltered
  return (
    <>
      {!isBare && (
        <Toolbar
          organizationId={organization.id}
          {...{ search, onSearch }}
          total={query.isSuccess ? total : undefined}
        />
      )}
      <div className="scroll">
        {query.isPending && <ListSkeleton />}
        {query.isError && (
          <Failed
            title="Couldn’t load the sites"
            reason={errorMessage(query.error)}
            onRetry={() => void query.refetch()}
          />
        )}
        {query.isSuccess && (
          <PagedList<Site>
            label="Sites"
            className={styles.list}
            columns={columns}
            items={itemsOf(query.data)}
            total={total}
            hasMore={query.hasNextPage}
            isLoadingMore={query.isFetchingNextPage}
            onMore={() => void query.fetchNextPage()}
            titleOf={(site) => site.title}
            onOpen={(site) => void navigate({ to: pathOf(site) })}
            row={(site) => <SiteCells site={site} to={pathOf(site)} />}
            menu={(site) => <SiteMenu organizationId={organization.id} site={site} />}
            empty={
              isFiltered ? (
                <Filtered
                  title={emptyTitle(search)}
                  clear="Clear the filter"
                  onClear={() => onSearch({ title: undefined, status: undefined, space: undefined })}
                />
              ) : (
                <NoSites
                  organizationId={organization.id}
                  canCreate={canCreate}
                  onNew={() => onSearch({ dialog: 'new' })}
                />
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
  { head: 'Spaces', className: clsx('wide', styles.count) },
  { head: 'Created', className: clsx('wide', styles.count) },
  { head: <span className="sr">Actions</span> },
]

const SiteCells = ({ site, to }: { site: Site; to: string }) => (
  <>
    <div className="cell" role="gridcell">
      <div className={styles.name}>
        <Link className="title name truncate" to={to} tabIndex={-1}>
          {site.title}
        </Link>
        <span className="narrow meta faint truncate">{shortAddress(siteAddress(site))}</span>
      </div>
    </div>
    <div className="cell" role="gridcell">
      <SiteStatus site={site} />
    </div>
    <div className="cell wide" role="gridcell">
      {site.urls.published ? (
        <a className={clsx('soft truncate', styles.address)} href={site.urls.published} tabIndex={-1}>
          {shortAddress(site.urls.published)}
        </a>
      ) : (
        <span className="faint truncate" title="Its address once it’s published">
          {shortAddress(siteAddress(site))}
        </span>
      )}
    </div>
    <div className="cell wide soft" role="gridcell" title={audienceDescriptions[site.visibility]}>
      {audienceLabels[site.visibility]}
    </div>
    <div className={clsx('cell wide soft num', styles.count)} role="gridcell">
      {site.siteSpaces}
    </div>
    <div className={clsx('cell wide soft num', styles.count)} role="gridcell">
      <Time at={site.createdAt} />
    </div>
  </>
)

type ToolbarProps = {
  organizationId: string
  search: SitesSearch
  onSearch: OnSearch
  total: number | undefined
}

function Toolbar({ organizationId, search, onSearch, total }: ToolbarProps) {
  const { data: spaces } = useQuery({ ...spacesQuery(organizationId), enabled: useIsFirstViewLoaded() })
  const fields: FilterField[] = [
    {
      label: 'Status',
      kind: 'choice',
      operators: is('status'),
      choices: [
        { value: 'live', label: 'Live' },
        { value: 'unpublished', label: 'Not published' },
      ],
    },
    {
      label: 'Space',
      kind: 'choice',
      operators: is('space'),
      choices: (spaces?.items ?? []).map(({ id, title }) => ({ value: id, label: title || labels.untitled })),
    },
  ]
  return (
    <ListToolbar
      label="Filter the sites"
      placeholder="Filter by title"
      fieldClassName={styles.filter}
      text={search.title}
      onText={(title) => onSearch({ title }, { replace: true })}
      total={total === undefined ? undefined : pluralize(total, 'site')}
    >
      <FilterBar fields={fields} params={search} onChange={onSearch} />
    </ListToolbar>
  )
}

function emptyTitle({ title, status, space }: SitesSearch): string {
  const isFiltered = status !== undefined || space !== undefined
  if (title === undefined) return 'No sites match the filters'
  return `No sites match ${labels.quoted(title)}${isFiltered ? ' and the filters' : ''}`
}

const ImportLink = ({ organizationId }: { organizationId: string }) => (
  <Link className={buttonClass('outline')} to={paths.siteImport(organizationId)}>
    <ButtonContent icon={FolderInput}>Import a site</ButtonContent>
  </Link>
)

type NoSitesProps = { organizationId: string; canCreate: boolean; onNew: () => void }

const NoSites = ({ organizationId, canCreate, onNew }: NoSitesProps) => (
  <Empty
    title="No sites yet"
    actions={
      canCreate && (
        <>
          <Button variant="outline" icon={Plus} onClick={onNew}>
            New site
          </Button>
          <ImportLink organizationId={organizationId} />
        </>
      )
    }
  >
    A site publishes spaces at its own address.
    {!canCreate &&
      ' Sites appear here as soon as you have a role on one. To create one, you need the Create role.'}
  </Empty>
)
