import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { Site } from '#contract/sites.ts'
import { Checkbox, ChoiceLine } from '../../components/ui/inputs.tsx'
import { ListSkeleton } from '../../components/ui/skeleton.tsx'
import { Failed } from '../../components/ui/states.tsx'
import { useApi } from '../../data/api.ts'
import { errorMessage } from '../../data/query-client.ts'
import { offerUndo } from '../../data/undo.ts'
import { type AudienceSearch, type OnSearch, schemaQuery, siteQuery, structureQuery } from './queries.ts'
import { SchemaEditor } from './schema-editor.tsx'
import { VisibilityMatrix } from './visibility-matrix.tsx'

type Props = { params: SiteParams; site: Site; search: AudienceSearch; onSearch: OnSearch }

/** Adaptive content: the switch, the visitor schema and the visibility matrix. */
export function AdaptiveContent({ params, site, search, onSearch }: Props) {
  const schema = useQuery(schemaQuery(params))
  const structure = useQuery(structureQuery(params))
  const failed = [schema, structure].find(({ isError }) => isError)
  return (
    <section aria-labelledby="adaptive">
      <h2 id="adaptive">Adaptive content</h2>
      <AdaptiveContentSwitch params={params} site={site} />
      {failed && (
        <Failed
          title="What the site knows of its readers could not be loaded"
          reason={errorMessage(failed.error)}
          onRetry={() => void failed.refetch()}
        />
      )}
      {!failed && !(schema.data && structure.data) && <ListSkeleton />}
      {schema.data && (
        <SchemaEditor
          key={schema.data.version}
          params={params}
          stored={schema.data}
          canEdit={site.permissions.edit}
          isJson={search.schema === 'json'}
          onToggleJson={(isJson) => onSearch({ schema: isJson ? 'json' : undefined })}
        />
      )}
      {schema.data && structure.data && (
        <VisibilityMatrix
          organizationId={params.organizationId}
          siteId={site.id}
          schema={schema.data.jsonSchema}
          structure={structure.data}
        />
      )}
    </section>
  )
}

function AdaptiveContentSwitch({ params, site }: { params: SiteParams; site: Site }) {
  const client = useQueryClient()
  const { organizationId, siteId } = params
  const isOn = site.adaptiveContent?.enabled === true
  const changing = useApi(api.sites.update, {
    meta: { refused: `“${site.title}” stays as it is` },
    onSuccess: (now) => client.setQueryData(siteQuery(params).queryKey, now),
  })
  const set = (enabled: boolean, version: number, isUndo = false) =>
    changing.mutate(
      { params: { organizationId, siteId }, body: { adaptiveContent: { enabled } }, ifMatch: version },
      {
        onSuccess: (now) => {
          if (isUndo) return
          offerUndo(enabled ? 'Conditions are applied' : 'Conditions are not applied any more', () =>
            set(!enabled, now.version, true),
          )
        },
      },
    )
  return (
    <ChoiceLine
      control={
        <Checkbox
          checked={isOn}
          disabled={!site.permissions.admin}
          onChange={() => !changing.isPending && set(!isOn, site.version)}
        />
      }
      help="Without it conditions are kept but everybody sees everything."
    >
      Show readers what the conditions of sections, spaces and links say
    </ChoiceLine>
  )
}
