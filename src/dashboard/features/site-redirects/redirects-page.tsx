import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ClipboardPaste, Pencil, Plus, Trash2, TriangleAlert } from 'lucide-react'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { RedirectDestination, RedirectFinding, SiteRedirect } from '#contract/site-redirects.ts'
import type { Site } from '#contract/sites.ts'
import { ListToolbar } from '../../components/list-toolbar.tsx'
import { pageIndexOf } from '../../components/page-text/page-index.ts'
import { QueryList } from '../../components/paged-list.tsx'
import { type SiteOutline, useSiteOutline } from '../../components/site-target/target.ts'
import { Button } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { MenuItem } from '../../components/ui/menu.tsx'
import { Empty, Filtered } from '../../components/ui/states.tsx'
import { Time } from '../../components/ui/time.tsx'
import { itemsOf } from '../../data/api.ts'
import { contentQuery } from '../../data/content.ts'
import { useActions } from '../../hooks/use-actions.ts'
import { labels, pluralize } from '../../lib/labels.ts'
import { useRedirectActions } from './mutations.ts'
import { PasteDialog } from './paste-dialog.tsx'
import { findingsQuery, type OnSearch, redirectsQuery, redirectsWithFindingsQuery } from './queries.ts'
import { RedirectDialog } from './redirect-dialog.tsx'
import { RedirectTest } from './redirect-test.tsx'
import styles from './redirects.module.css'
import type { RedirectsSearch } from './search-params.ts'
import { shownSource } from './source.ts'

type Props = { params: SiteParams; site: Site; search: RedirectsSearch; onSearch: OnSearch }

const emptyOutline: SiteOutline = { sections: [], spaces: [] }

/** The redirects of a site, and a test of where a path goes. */
export function RedirectsPage({ params, site, search, onSearch }: Props) {
  const parts = useSiteOutline(params)
  const listed = useInfiniteQuery({ ...redirectsQuery(params, search), placeholderData: keepPreviousData })
  const withFindings = useInfiniteQuery({
    ...redirectsWithFindingsQuery(params),
    enabled: search.only === 'findings',
  })
  const read = search.only === 'findings' ? withFindings : listed
  const { data: report } = useQuery(findingsQuery(params))
  const findings = new Map(report?.items.map((one) => [one.id, one.findings]))
  const { remove } = useRedirectActions(params)
  const canEdit = site.permissions.edit
  const onNew = () => onSearch({ dialog: 'new' })
  const onPaste = () => onSearch({ dialog: 'paste' })
  useActions(
    canEdit
      ? [
          { id: 'redirect', label: 'New redirect', icon: Plus, keys: 'c', run: onNew },
          { id: 'paste-redirects', label: 'Paste redirects', icon: ClipboardPaste, run: onPaste },
        ]
      : [],
  )
  const edited = itemsOf(read.data).find(({ id }) => id === search.edit)
  const close = () => onSearch({ dialog: undefined, source: undefined, edit: undefined })
  const isOpen = canEdit && parts !== undefined
  return (
    <>
      <Toolbar
        {...{ search, onSearch, canEdit, onNew, onPaste }}
        total={read.data?.pages[0]?.count}
        findingCount={report?.count ?? 0}
      />
      <RedirectTest params={params} />
      <div className="scroll">
        <QueryList<SiteRedirect, SiteRedirect>
          read={read}
          rowOf={(redirect) => redirect}
          label="Redirects"
          className={styles.list}
          columns={columns}
          titleOf={({ source }) => shownSource(source)}
          row={(redirect) => (
            <RedirectCells
              redirect={redirect}
              parts={parts ?? emptyOutline}
              findings={findings.get(redirect.id)}
            />
          )}
          {...(canEdit
            ? {
                onOpen: ({ id }: SiteRedirect) => onSearch({ edit: id }),
                onRowKey: (event: React.KeyboardEvent, redirect: SiteRedirect) => {
                  if (event.key === 'Delete') remove(redirect)
                },
                menu: (redirect: SiteRedirect) => (
                  <>
                    <MenuItem icon={Pencil} onSelect={() => onSearch({ edit: redirect.id })}>
                      Change…
                    </MenuItem>
                    <MenuItem icon={Trash2} keys="delete" onSelect={() => remove(redirect)}>
                      Delete
                    </MenuItem>
                  </>
                ),
              }
            : {})}
          empty={
            search.only === 'findings' ? (
              <Filtered
                title="No redirects with warnings"
                clear="Show all redirects"
                onClear={() => onSearch({ only: undefined })}
              />
            ) : search.q === undefined ? (
              <NoRedirects canEdit={canEdit} onNew={onNew} />
            ) : (
              <Filtered
                title={`No redirect from ${labels.quoted(search.q)}`}
                clear="Clear the filter"
                onClear={() => onSearch({ q: undefined })}
              />
            )
          }
        />
      </div>
      {isOpen && search.dialog === 'new' && (
        <RedirectDialog {...{ params, parts }} source={search.source} onClose={close} />
      )}
      {isOpen && search.dialog === 'paste' && <PasteDialog {...{ params, parts }} onClose={close} />}
      {isOpen && edited && (
        <RedirectDialog key={edited.id} {...{ params, parts }} redirect={edited} onClose={close} />
      )}
    </>
  )
}

const columns = [
  { head: 'From' },
  { head: 'To' },
  { head: 'Status', className: 'wide' },
  { head: 'Updated', className: 'wide' },
]

type RedirectCellsProps = {
  redirect: SiteRedirect
  parts: SiteOutline
  findings: readonly RedirectFinding[] | undefined
}

const RedirectCells = ({ redirect, parts, findings = [] }: RedirectCellsProps) => (
  <>
    <div className={clsx('cell', styles.source)} role="gridcell">
      <span className="title mono truncate">{shownSource(redirect.source)}</span>
      {findings.map((finding) => (
        <small key={finding.kind} className={styles.finding} title={findingLabel(finding)}>
          <Icon of={TriangleAlert} size="s" /> <span className="truncate">{findingLabel(finding)}</span>
        </small>
      ))}
    </div>
    <div className="cell" role="gridcell">
      <DestinationCell destination={redirect.destination} parts={parts} />
      {redirect.captureWildcard && <span className="faint nowrap wide">and the rest of the path</span>}
    </div>
    <div className="cell wide soft num" role="gridcell">
      {redirect.permanent === false ? 'Temporary (307)' : 'Permanent (308)'}
    </div>
    <div className="cell wide soft num" role="gridcell">
      {redirect.updatedAt && <Time at={redirect.updatedAt} />}
    </div>
  </>
)

type ToolbarProps = Pick<Props, 'search' | 'onSearch'> & {
  canEdit: boolean
  total: number | undefined
  /** The number of problems. */
  findingCount: number
  onNew: () => void
  onPaste: () => void
}

const Toolbar = ({ search, onSearch, canEdit, total, findingCount, onNew, onPaste }: ToolbarProps) => (
  <ListToolbar
    label="Filter the redirects"
    placeholder="Filter by source"
    fieldClassName={styles.filter}
    text={search.q}
    onText={(q) => onSearch({ q }, { replace: true })}
    total={total === undefined ? undefined : pluralize(total, 'redirect')}
    actions={
      canEdit && (
        <>
          <Button icon={ClipboardPaste} onClick={onPaste}>
            Paste
          </Button>
          <Button variant="primary" icon={Plus} onClick={onNew}>
            New redirect
          </Button>
        </>
      )
    }
  >
    <Button
      className="wide"
      aria-pressed={search.order === 'source'}
      onClick={() => onSearch({ order: search.order === 'source' ? undefined : 'source' })}
    >
      {search.order === 'source' ? 'By source' : 'Oldest first'}
    </Button>
    {(findingCount > 0 || search.only !== undefined) && (
      <Button
        className="wide"
        icon={TriangleAlert}
        aria-pressed={search.only === 'findings'}
        onClick={() => onSearch({ only: search.only === undefined ? 'findings' : undefined, q: undefined })}
      >
        {pluralize(findingCount, 'warning')}
      </Button>
    )}
  </ListToolbar>
)

const NoRedirects = ({ canEdit, onNew }: { canEdit: boolean; onNew: () => void }) => (
  <Empty
    title="No redirects yet"
    actions={
      canEdit && (
        <Button variant="outline" icon={Plus} onClick={onNew}>
          New redirect
        </Button>
      )
    }
  >
    A redirect sends readers from an old address to a new one. Moved pages redirect automatically.
    {!canEdit && ' To add one, you need the Edit role on this site.'}
  </Empty>
)

type DestinationCellProps = { destination: RedirectDestination; parts: SiteOutline }

/** The target of a redirect by title, or that it no longer exists. */
function DestinationCell({ destination, parts }: DestinationCellProps) {
  if (destination.kind === 'external') {
    return (
      <span className="truncate soft" title={destination.url}>
        {destination.url}
      </span>
    )
  }
  if (destination.kind === 'site-section') {
    const section = parts.sections.find(({ id }) => id === destination.siteSectionId)
    return section ? <span className="truncate">{section.title}</span> : <DeletedTarget what="section" />
  }
  const space = parts.spaces.find(({ id }) => id === destination.siteSpaceId)
  if (!space) return <DeletedTarget what="space" />
  if (destination.kind === 'site-space') return <span className="truncate">{space.title}</span>
  return <PageName spaceId={space.spaceId} pageId={destination.pageId} within={space.title} />
}

const DeletedTarget = ({ what }: { what: string }) => (
  <span className="i-danger truncate">Deleted {what}</span>
)

function PageName({ spaceId, pageId, within }: { spaceId: string; pageId: string; within: string }) {
  const { data } = useQuery(contentQuery({ spaceId }))
  if (!data) return <span className="truncate soft">{within}</span>
  const page = pageIndexOf(data.pages).byId.get(pageId)?.page
  if (!page) return <DeletedTarget what="page" />
  return (
    <span className="truncate">
      <span className="faint">{within} / </span>
      {page.title}
    </span>
  )
}

/** A problem of a redirect as one sentence. */
function findingLabel({ kind, through = [] }: RedirectFinding): string {
  if (kind === 'shadowed') return 'A page at this path is shown instead'
  if (kind === 'gone') return 'The target is no longer on the site'
  const steps = through.map(shownSource).join(', then ')
  return kind === 'loop' ? `Redirect loop: ${steps}` : `Goes through ${steps}`
}
