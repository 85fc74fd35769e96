import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ClipboardPaste, Pencil, Plus, Trash2, TriangleAlert } from 'lucide-react'
import { useRef } from 'react'
import type { RedirectFinding, SiteRedirect } from '#contract/site-redirects.ts'
import type { Site } from '#contract/sites.ts'
import { ReadList } from '../../components/read-list.tsx'
import { type SiteParts, useSiteParts } from '../../components/site-target/site-parts.ts'
import { Button } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { SearchInput } from '../../components/ui/inputs.tsx'
import { MenuItem } from '../../components/ui/menu.tsx'
import { Empty, Filtered } from '../../components/ui/states.tsx'
import { Time } from '../../components/ui/time.tsx'
import { useActs } from '../../hooks/use-acts.ts'
import { useAddressText } from '../../hooks/use-address-text.ts'
import { useKeys } from '../../hooks/use-keys.ts'
import { itemsOf } from '../../lib/api.ts'
import { counted, words } from '../../lib/words.ts'
import { DestinationCell } from './destination-cell.tsx'
import { findingWords } from './finding-words.ts'
import { PasteDialog } from './paste-dialog.tsx'
import { RedirectDialog } from './redirect-dialog.tsx'
import { findingsQuery, foundQuery, redirectsQuery, type SitePlace } from './redirect-queries.ts'
import type { OnSearch, RedirectsSearch } from './redirects-search.ts'
import { TestBox } from './test-box.tsx'
import { useRedirectActs } from './use-redirect-acts.ts'
import './redirects.css'

type Props = { place: SitePlace; site: Site; search: RedirectsSearch; onSearch: OnSearch }

const none: SiteParts = { sections: [], spaces: [] }

/** The redirects of a site, and where a path would lead. */
export function RedirectsView({ place, site, search, onSearch }: Props) {
  const parts = useSiteParts(place)
  const listed = useInfiniteQuery({ ...redirectsQuery(place, search), placeholderData: keepPreviousData })
  const found = useInfiniteQuery({ ...foundQuery(place), enabled: search.only === 'findings' })
  const read = search.only === 'findings' ? found : listed
  const { data: report } = useQuery(findingsQuery(place))
  const findings = new Map(report?.items.map((one) => [one.id, one.findings]))
  const { remove } = useRedirectActs(place)
  const mayEdit = site.permissions.edit
  const onNew = () => onSearch({ dialog: 'new' })
  const onPaste = () => onSearch({ dialog: 'paste' })
  useActs(
    mayEdit
      ? [
          { id: 'redirect', label: 'New redirect', icon: Plus, keys: 'c', run: onNew },
          { id: 'paste-redirects', label: 'Paste redirects', icon: ClipboardPaste, run: onPaste },
        ]
      : [],
  )
  const edited = itemsOf(read.data).find(({ id }) => id === search.edit)
  const close = () => onSearch({ dialog: undefined, source: undefined, edit: undefined })
  const isOpen = mayEdit && parts !== undefined
  return (
    <>
      <Toolbar
        {...{ search, onSearch, mayEdit, onNew, onPaste }}
        total={read.data?.pages[0]?.count}
        wrong={report?.count ?? 0}
      />
      <TestBox place={place} />
      <div className="scroll">
        <ReadList<SiteRedirect, SiteRedirect>
          read={read}
          rowOf={(redirect) => redirect}
          label="Redirects"
          className="redirect-list"
          columns={columns}
          titleOf={({ source }) => source}
          row={(redirect) => (
            <Cells redirect={redirect} parts={parts ?? none} findings={findings.get(redirect.id)} />
          )}
          {...(mayEdit
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
                title="Every redirect does what it says"
                clear="Show all redirects"
                onClear={() => onSearch({ only: undefined })}
              />
            ) : search.q === undefined ? (
              <NoRedirects mayEdit={mayEdit} onNew={onNew} />
            ) : (
              <Filtered
                title={`No redirect begins at ${words.quoted(search.q)}`}
                clear="Clear the filter"
                onClear={() => onSearch({ q: undefined })}
              />
            )
          }
        />
      </div>
      {isOpen && search.dialog === 'new' && (
        <RedirectDialog {...{ place, parts }} source={search.source} onClose={close} />
      )}
      {isOpen && search.dialog === 'paste' && <PasteDialog {...{ place, parts }} onClose={close} />}
      {isOpen && edited && (
        <RedirectDialog key={edited.id} {...{ place, parts }} redirect={edited} onClose={close} />
      )}
    </>
  )
}

const columns = [
  { head: 'From' },
  { head: 'To' },
  { head: 'Status', className: 'wide' },
  { head: 'Changed', className: 'wide' },
]

type CellsProps = {
  redirect: SiteRedirect
  parts: SiteParts
  findings: readonly RedirectFinding[] | undefined
}

const Cells = ({ redirect, parts, findings = [] }: CellsProps) => (
  <>
    <div className="cell redirect-source" role="gridcell">
      <span className="title mono truncate">{redirect.source}</span>
      {findings.map((finding) => (
        <small key={finding.kind} className="redirect-finding" title={findingWords(finding)}>
          <Icon of={TriangleAlert} size="s" /> <span className="truncate">{findingWords(finding)}</span>
        </small>
      ))}
    </div>
    <div className="cell" role="gridcell">
      <DestinationCell destination={redirect.destination} parts={parts} />
    </div>
    <div className="cell wide soft num" role="gridcell">
      {redirect.permanent === false ? '307, for now' : '308, for good'}
    </div>
    <div className="cell wide soft num" role="gridcell">
      {redirect.updatedAt && <Time at={redirect.updatedAt} />}
    </div>
  </>
)

type ToolbarProps = Pick<Props, 'search' | 'onSearch'> & {
  mayEdit: boolean
  total: number | undefined
  /** How many do not do what they seem to. */
  wrong: number
  onNew: () => void
  onPaste: () => void
}

function Toolbar({ search, onSearch, mayEdit, total, wrong, onNew, onPaste }: ToolbarProps) {
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useAddressText(search.q ?? '', (q) =>
    onSearch({ q: q || undefined }, { replace: true }),
  )
  useKeys([
    { keys: '/', label: 'Filter the redirects', group: 'On this page', act: () => field.current?.focus() },
  ])
  return (
    <div className="toolbar">
      <SearchInput
        ref={field}
        className="redirect-filter"
        label="Filter the redirects"
        placeholder="Filter by source"
        keys="/"
        value={text}
        onChange={setText}
      />
      <Button
        className="wide"
        aria-pressed={search.order === 'source'}
        onClick={() => onSearch({ order: search.order === 'source' ? undefined : 'source' })}
      >
        {search.order === 'source' ? 'By source' : 'Oldest first'}
      </Button>
      {(wrong > 0 || search.only !== undefined) && (
        <Button
          className="wide"
          icon={TriangleAlert}
          aria-pressed={search.only === 'findings'}
          onClick={() => onSearch({ only: search.only === undefined ? 'findings' : undefined, q: undefined })}
        >
          {counted(wrong, 'warning')}
        </Button>
      )}
      <span className="grow" />
      {total !== undefined && (
        <span className="faint meta wide" role="status">
          {counted(total, 'redirect')}
        </span>
      )}
      {mayEdit && (
        <>
          <Button icon={ClipboardPaste} onClick={onPaste}>
            Paste
          </Button>
          <Button look="ink" icon={Plus} onClick={onNew}>
            New redirect
          </Button>
        </>
      )}
    </div>
  )
}

const NoRedirects = ({ mayEdit, onNew }: { mayEdit: boolean; onNew: () => void }) => (
  <Empty
    title="No redirects yet"
    acts={
      mayEdit && (
        <Button look="line" icon={Plus} onClick={onNew}>
          New redirect
        </Button>
      )
    }
  >
    A redirect sends readers on from an address that is gone. Pages that were moved need none.
    {!mayEdit && ' To add one you need the role Edit on this site.'}
  </Empty>
)
