import { useQuery, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Eye, FileCodeCorner, Plus, RefreshCw, Trash2, Upload } from 'lucide-react'
import type { OpenapiSpec } from '#contract/openapi-specs.ts'
import type { Organization } from '#contract/organizations.ts'
import { PagedList, pagesOf } from '../../components/paged-list.tsx'
import { SettingsHeader } from '../../components/settings-header.tsx'
import { Button } from '../../components/ui/button.tsx'
import { DotStatus } from '../../components/ui/marks.tsx'
import { MenuItem, MenuSeparator } from '../../components/ui/menu.tsx'
import { Empty } from '../../components/ui/states.tsx'
import { Time } from '../../components/ui/time.tsx'
import { useActions } from '../../hooks/use-actions.ts'
import { specName, specStatus } from './labels.ts'
import { useSpecActions } from './mutations.ts'
import styles from './openapi.module.css'
import { specQuery, specsQuery } from './queries.ts'
import type { SpecsSearch } from './search-params.ts'
import { SpecDetail } from './spec-detail.tsx'
import { NewSpecDialog, SourceDialog } from './spec-dialogs.tsx'

type Props = {
  organization: Organization
  search: SpecsSearch
  onSearch: (search: SpecsSearch) => void
}

const columns = [
  { head: 'Specification' },
  { head: 'Short name', className: 'wide' },
  { head: 'Source', className: 'wide' },
  { head: 'Operations', className: 'wide' },
  { head: 'State' },
  { head: 'Updated', className: 'wide' },
  { head: <span className="sr">Actions</span> },
]

/** The OpenAPI specifications of an organization. */
export function SpecsPage({ organization, search, onSearch }: Props) {
  const pages = pagesOf(useSuspenseInfiniteQuery(specsQuery(organization.id)))
  const actions = useSpecActions(organization.id)
  const mayAdd = organization.permissions.createOpenAPISpec
  const onNew = () => onSearch({ dialog: 'new' })
  const close = () => onSearch({})
  const open = ({ slug }: OpenapiSpec) => onSearch({ spec: slug })
  useActions(
    mayAdd
      ? [{ id: 'spec', label: 'Add an OpenAPI specification', icon: FileCodeCorner, keys: 'c', run: onNew }]
      : [],
  )
  return (
    <>
      <SettingsHeader
        organization={organization}
        part="OpenAPI"
        actions={
          mayAdd && (
            <Button variant="primary" icon={Plus} onClick={onNew}>
              Add specification
            </Button>
          )
        }
      />
      <div className="scroll">
        <PagedList<OpenapiSpec>
          {...pages}
          label="OpenAPI specifications"
          className={styles.list}
          columns={columns}
          titleOf={specName}
          onOpen={open}
          row={(spec) => <SpecCells spec={spec} onOpen={() => open(spec)} />}
          menu={(spec) => (
            <>
              <MenuItem icon={Eye} onSelect={() => open(spec)}>
                Open
              </MenuItem>
              {spec.permissions.edit && (
                <>
                  {spec.sourceURL && (
                    <MenuItem icon={RefreshCw} onSelect={() => actions.readAgain(spec)}>
                      Read again
                    </MenuItem>
                  )}
                  <MenuItem icon={Upload} onSelect={() => onSearch({ dialog: 'source', spec: spec.slug })}>
                    Update…
                  </MenuItem>
                  <MenuSeparator />
                  <MenuItem icon={Trash2} danger onSelect={() => void actions.remove(spec)}>
                    Delete…
                  </MenuItem>
                </>
              )}
            </>
          )}
          empty={<NoSpecs onNew={mayAdd ? onNew : undefined} />}
        />
      </div>
      {mayAdd && search.dialog === 'new' && (
        <NewSpecDialog organizationId={organization.id} onClose={close} />
      )}
      {search.spec !== undefined && (
        <OpenSpecDialog organizationId={organization.id} slug={search.spec} {...{ search, onSearch }} />
      )}
    </>
  )
}

type OpenSpecDialogProps = Omit<Props, 'organization'> & { organizationId: string; slug: string }

/** The specification that the search parameters name, if it still exists. */
function OpenSpecDialog({ organizationId, slug, search, onSearch }: OpenSpecDialogProps) {
  const { data: spec } = useQuery({ ...specQuery(organizationId, slug), retry: false })
  if (!spec) return null
  if (search.dialog === 'source')
    return <SourceDialog {...{ organizationId, spec }} onClose={() => onSearch({ spec: slug })} />
  return (
    <SpecDetail
      {...{ organizationId, spec }}
      onClose={() => onSearch({})}
      onSource={() => onSearch({ dialog: 'source', spec: slug })}
    />
  )
}

function SpecCells({ spec, onOpen }: { spec: OpenapiSpec; onOpen: () => void }) {
  const { tone, label } = specStatus(spec)
  return (
    <>
      <div className="cell" role="gridcell">
        <button type="button" tabIndex={-1} className="title name truncate" onClick={onOpen}>
          {specName(spec)}
        </button>
      </div>
      <div className="cell wide soft mono" role="gridcell">
        <span className="truncate">{spec.slug}</span>
      </div>
      <div className="cell wide soft" role="gridcell">
        <span className="truncate" title={spec.sourceURL}>
          {spec.sourceURL?.replace(/^https?:\/\//, '') ?? 'Text'}
        </span>
      </div>
      <div className="cell wide soft num" role="gridcell">
        {spec.operations}
      </div>
      <div className="cell" role="gridcell">
        <DotStatus tone={tone}>{label}</DotStatus>
      </div>
      <div className="cell wide soft num" role="gridcell">
        <Time at={spec.updatedAt} />
      </div>
    </>
  )
}

const NoSpecs = ({ onNew }: { onNew: (() => void) | undefined }) => (
  <Empty
    title="No OpenAPI specifications yet"
    actions={
      onNew && (
        <Button variant="outline" icon={Plus} onClick={onNew}>
          Add specification
        </Button>
      )
    }
  >
    Add an API specification to show its operations on pages, always up to date.
    {!onNew && ' To add one, you need the Create role.'}
  </Empty>
)
