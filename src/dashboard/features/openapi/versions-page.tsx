import { useQuery } from '@tanstack/react-query'
import { ArrowLeftRight } from 'lucide-react'
import type { OpenapiSpec, OpenapiSpecVersion } from '#contract/openapi-specs.ts'
import { QueryStates } from '../../components/query-states.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Select } from '../../components/ui/inputs.tsx'
import { Empty } from '../../components/ui/states.tsx'
import { formatExact } from '../../components/ui/time.tsx'
import { useBreadcrumbs } from '../../hooks/use-breadcrumbs.ts'
import { paths } from '../../lib/paths.ts'
import { specName } from './labels.ts'
import styles from './openapi.module.css'
import { comparisonQuery, versionOperationsQuery } from './queries.ts'
import type { VersionsSearch } from './search-params.ts'
import { ChangeList, OperationList } from './version-lists.tsx'

type Props = {
  organizationId: string
  spec: OpenapiSpec
  /** The newest first. */
  versions: readonly OpenapiSpecVersion[]
  search: VersionsSearch
  onSearch: (search: VersionsSearch) => void
}

/** The operations of one version of a specification, or the changes since another. */
export function VersionsPage({ organizationId, spec, versions, search, onSearch }: Props) {
  useBreadcrumbs([
    { title: 'Settings', to: paths.settings(organizationId) },
    { title: 'OpenAPI', to: paths.openapi(organizationId) },
    { title: specName(spec) },
  ])
  const version = versions.find(({ id }) => id === search.version) ?? versions[0]
  const since = versions.find(({ id }) => id === search.since && id !== version?.id)
  const shown = (next: VersionsSearch) => onSearch({ version: version?.id, since: since?.id, ...next })
  return (
    <>
      <div className="page-head">
        <div className="title-row">
          <h1 className="truncate">{specName(spec)}</h1>
        </div>
      </div>
      <div className="scroll">
        {version === undefined ? (
          <Empty title="No versions yet">The specification has not been read successfully.</Empty>
        ) : (
          <div className={styles.versions}>
            <div className={styles.pickers}>
              <Field label="Version">
                {(tied) => (
                  <Select
                    {...tied}
                    choices={choicesOf(versions)}
                    value={version.id}
                    onChange={({ target }) => shown({ version: target.value })}
                  />
                )}
              </Field>
              <Field label="Compare with">
                {(tied) => (
                  <Select
                    {...tied}
                    choices={[
                      { value: '', label: 'None (show operations)' },
                      ...choicesOf(versions.filter(({ id }) => id !== version.id)),
                    ]}
                    value={since?.id ?? ''}
                    onChange={({ target }) => shown({ since: target.value || undefined })}
                  />
                )}
              </Field>
              {since && (
                <Button
                  variant="outline"
                  size="form"
                  icon={ArrowLeftRight}
                  onClick={() => onSearch({ version: since.id, since: version.id })}
                >
                  Swap
                </Button>
              )}
            </div>
            {since === undefined ? (
              <Operations params={{ organizationId, specSlug: spec.slug, versionId: version.id }} />
            ) : (
              <Changes
                params={{ organizationId, specSlug: spec.slug, versionId: version.id }}
                since={since.id}
              />
            )}
          </div>
        )}
      </div>
    </>
  )
}

const choicesOf = (versions: readonly OpenapiSpecVersion[]) =>
  versions.map(({ id, apiVersion, createdAt }) => ({
    value: id,
    label: [apiVersion ?? 'No version number', createdAt && formatExact(new Date(createdAt))]
      .filter(Boolean)
      .join(', '),
  }))

type VersionParams = { organizationId: string; specSlug: string; versionId: string }

const Operations = ({ params }: { params: VersionParams }) => (
  <QueryStates read={useQuery(versionOperationsQuery(params))} name="The version">
    {({ operations }) => <OperationList operations={operations} />}
  </QueryStates>
)

const Changes = ({ params, since }: { params: VersionParams; since: string }) => (
  <QueryStates read={useQuery(comparisonQuery(params, since))} name="The comparison">
    {(comparison) => <ChangeList comparison={comparison} />}
  </QueryStates>
)
