import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { Site } from '#contract/sites.ts'
import { Checkbox, ChoiceLine } from '../../components/ui/inputs.tsx'
import { ListSkeleton } from '../../components/ui/skeleton.tsx'
import { Failed } from '../../components/ui/states.tsx'
import { useApi } from '../../lib/api.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { toast } from '../../lib/toasts.ts'
import { type SitePlace, schemaQuery, siteQuery, structureQuery } from './audience-queries.ts'
import type { AudienceSearch, OnSearch } from './audience-search.ts'
import { Matrix } from './matrix.tsx'
import { SchemaEditor } from './schema-editor.tsx'

type Props = { place: SitePlace; site: Site; search: AudienceSearch; onSearch: OnSearch }

/** Whether a site adapts to its readers, what it knows of them, and who then sees what. */
export function Adaptive({ place, site, search, onSearch }: Props) {
  const schema = useQuery(schemaQuery(place))
  const structure = useQuery(structureQuery(place))
  const failed = [schema, structure].find(({ isError }) => isError)
  return (
    <section aria-labelledby="adaptive">
      <h2 id="adaptive">Adaptive content</h2>
      <Switch place={place} site={site} />
      {failed && (
        <Failed
          title="What the site knows of its readers could not be loaded"
          reason={reasonOf(failed.error)}
          onRetry={() => void failed.refetch()}
        />
      )}
      {!failed && !(schema.data && structure.data) && <ListSkeleton />}
      {schema.data && (
        <SchemaEditor
          key={schema.data.version}
          place={place}
          held={schema.data}
          mayEdit={site.permissions.edit}
          isJson={search.schema === 'json'}
          onTurn={(isJson) => onSearch({ schema: isJson ? 'json' : undefined })}
        />
      )}
      {schema.data && structure.data && (
        <Matrix
          organizationId={place.organizationId}
          siteId={site.id}
          schema={schema.data.jsonSchema}
          structure={structure.data}
        />
      )}
    </section>
  )
}

function Switch({ place, site }: { place: SitePlace; site: Site }) {
  const client = useQueryClient()
  const { organizationId, siteId } = place
  const isOn = site.adaptiveContent?.enabled === true
  const changing = useApi(api.sites.update, {
    meta: { refused: `“${site.title}” stays as it is` },
    onSuccess: (now) => client.setQueryData(siteQuery(place).queryKey, now),
  })
  const set = (enabled: boolean, version: number, isUndo = false) =>
    changing.mutate(
      { params: { organizationId, siteId }, body: { adaptiveContent: { enabled } }, ifMatch: version },
      {
        onSuccess: (now) => {
          if (isUndo) return
          toast.undoable(enabled ? 'Conditions are applied' : 'Conditions are not applied any more', () =>
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
