import { useQuery, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Eye, FileCode2, Plus, RefreshCw, Trash2, Upload } from 'lucide-react'
import type { OpenapiSpec } from '#contract/openapi-specs.ts'
import type { Organization } from '#contract/organizations.ts'
import { PagedList, pagesOf } from '../../components/paged-list.tsx'
import { SettingsHead } from '../../components/settings-head.tsx'
import { Button } from '../../components/ui/button.tsx'
import { DotStatus } from '../../components/ui/marks.tsx'
import { MenuItem, MenuSeparator } from '../../components/ui/menu.tsx'
import { Empty } from '../../components/ui/states.tsx'
import { Time } from '../../components/ui/time.tsx'
import { useActs } from '../../hooks/use-acts.ts'
import { SpecDetail } from './spec-detail.tsx'
import { NewSpecDialog, SourceDialog } from './spec-dialogs.tsx'
import { specQuery, specsQuery } from './spec-queries.ts'
import { nameOf, stateOf } from './spec-words.ts'
import type { SpecsSearch } from './specs-search.ts'
import { useSpecActs } from './use-spec-acts.ts'
import './openapi.css'

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
  { head: 'Changed', className: 'wide' },
  { head: <span className="sr">Actions</span> },
]

/** The OpenAPI specifications of an organization. */
export function SpecsPage({ organization, search, onSearch }: Props) {
  const pages = pagesOf(useSuspenseInfiniteQuery(specsQuery(organization.id)))
  const acts = useSpecActs(organization.id)
  const mayAdd = organization.permissions.createOpenAPISpec
  const onNew = () => onSearch({ dialog: 'new' })
  const close = () => onSearch({})
  const open = ({ slug }: OpenapiSpec) => onSearch({ spec: slug })
  useActs(
    mayAdd
      ? [{ id: 'spec', label: 'Add an OpenAPI specification', icon: FileCode2, keys: 'c', run: onNew }]
      : [],
  )
  return (
    <>
      <SettingsHead
        organization={organization}
        part="OpenAPI"
        acts={
          mayAdd && (
            <Button look="ink" icon={Plus} onClick={onNew}>
              Add specification
            </Button>
          )
        }
      />
      <div className="scroll">
        <PagedList<OpenapiSpec>
          {...pages}
          label="OpenAPI specifications"
          className="oas-list"
          columns={columns}
          titleOf={nameOf}
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
                    <MenuItem icon={RefreshCw} onSelect={() => acts.readAgain(spec)}>
                      Read again
                    </MenuItem>
                  )}
                  <MenuItem icon={Upload} onSelect={() => onSearch({ dialog: 'source', spec: spec.slug })}>
                    Update…
                  </MenuItem>
                  <MenuSeparator />
                  <MenuItem icon={Trash2} danger onSelect={() => void acts.remove(spec)}>
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
        <Looked organizationId={organization.id} slug={search.spec} {...{ search, onSearch }} />
      )}
    </>
  )
}

type LookedProps = Omit<Props, 'organization'> & { organizationId: string; slug: string }

/** The specification that the address names; nothing when it is there no more. */
function Looked({ organizationId, slug, search, onSearch }: LookedProps) {
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
  const { tone, words } = stateOf(spec)
  return (
    <>
      <div className="cell" role="gridcell">
        <button type="button" tabIndex={-1} className="title name truncate" onClick={onOpen}>
          {nameOf(spec)}
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
        <DotStatus tone={tone}>{words}</DotStatus>
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
    acts={
      onNew && (
        <Button look="line" icon={Plus} onClick={onNew}>
          Add specification
        </Button>
      )
    }
  >
    Add the specification of an interface, and pages can show its operations as they are at the time.
    {!onNew && ' To add one you need the role Create.'}
  </Empty>
)
