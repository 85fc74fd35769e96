import { useQuery, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useId } from 'react'
import { api } from '#contract/api.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { Site } from '#contract/sites.ts'
import { Checkbox, ChoiceLine, Radio } from '../../components/ui/inputs.tsx'
import { ListSkeleton } from '../../components/ui/skeleton.tsx'
import { Failed } from '../../components/ui/states.tsx'
import { useApi } from '../../data/api.ts'
import { errorMessage } from '../../data/query-client.ts'
import { offerUndo } from '../../data/undo.ts'
import styles from './audience.module.css'
import { type OnSearch, schemaQuery, siteQuery, structureQuery } from './queries.ts'
import { SchemaEditor } from './schema-editor.tsx'
import type { AudienceSearch } from './search-params.ts'
import { ShareLinks } from './share-links.tsx'
import { VisibilityMatrix } from './visibility-matrix.tsx'
import { VisitorAuth } from './visitor-auth.tsx'

type Props = { params: SiteParams; site: Site; search: AudienceSearch; onSearch: OnSearch }

/** Who can read a site, and what they see. */
export function AudiencePage({ params, site, search, onSearch }: Props) {
  return (
    <div className="scroll">
      <div className={clsx('settings', styles.root)}>
        {!site.permissions.admin && (
          <p className="faint meta">To change who reads this site you need the role Create on it.</p>
        )}
        <Visibility params={params} site={site} />
        {site.permissions.admin && <ShareLinks {...{ params, site, search, onSearch }} />}
        {site.permissions.admin && site.visibility === 'visitor-auth' && (
          <VisitorAuth params={params} site={site} />
        )}
        <AdaptiveContent {...{ params, site, search, onSearch }} />
      </div>
    </div>
  )
}

const visibilities: readonly { value: Site['visibility']; label: string; description: string }[] = [
  { value: 'public', label: 'Public', description: 'Everyone can read it, and search engines may list it.' },
  {
    value: 'unlisted',
    label: 'Unlisted',
    description: 'Everyone with the address can read it. Search engines are asked not to list it.',
  },
  {
    value: 'share-link',
    label: 'Share link',
    description: 'Anyone with one of the links below can read it. Everyone else gets a 404.',
  },
  {
    value: 'visitor-auth',
    label: 'Visitor sign-in',
    description: 'Visitors with a token signed by your application can read it.',
  },
]

const visibilityLabel = (visibility: Site['visibility']): string =>
  visibilities.find(({ value }) => value === visibility)?.label ?? visibility

/** The visibility of a site; each choice is saved right away, with undo. */
function Visibility({ params, site }: { params: SiteParams; site: Site }) {
  const client = useQueryClient()
  const name = useId()
  const { organizationId, siteId } = params
  const changing = useApi(api.sites.update, {
    meta: { refused: `Couldn’t change the audience of “${site.title}”` },
    onSuccess: (now) => client.setQueryData(siteQuery(params).queryKey, now),
  })
  const set = (visibility: Site['visibility'], now: Site, isUndo = false) =>
    changing.mutate(
      { params: { organizationId, siteId }, body: { visibility }, ifMatch: now.version },
      {
        onSuccess: (saved) => {
          if (isUndo) return
          offerUndo(`“${site.title}” is now: ${visibilityLabel(visibility)}`, () =>
            set(now.visibility, saved, true),
          )
        },
      },
    )
  return (
    <section aria-labelledby={`${name}-head`}>
      <h2 id={`${name}-head`}>Who can read</h2>
      <fieldset className={styles.visibilities} disabled={!site.permissions.admin}>
        <legend className="sr">Visibility</legend>
        {visibilities.map(({ value, label, description }) => (
          <ChoiceLine
            key={value}
            control={
              <Radio
                name={name}
                value={value}
                checked={site.visibility === value}
                onChange={() => !changing.isPending && set(value, site)}
              />
            }
            help={description}
          >
            {label}
          </ChoiceLine>
        ))}
      </fieldset>
    </section>
  )
}

type AdaptiveContentProps = { params: SiteParams; site: Site; search: AudienceSearch; onSearch: OnSearch }

/** Adaptive content: the switch, the visitor schema and the visibility matrix. */
function AdaptiveContent({ params, site, search, onSearch }: AdaptiveContentProps) {
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
    meta: { refused: `Couldn’t change “${site.title}”` },
    onSuccess: (now) => client.setQueryData(siteQuery(params).queryKey, now),
  })
  const set = (enabled: boolean, version: number, isUndo = false) =>
    changing.mutate(
      { params: { organizationId, siteId }, body: { adaptiveContent: { enabled } }, ifMatch: version },
      {
        onSuccess: (now) => {
          if (isUndo) return
          offerUndo(enabled ? 'Conditions are applied' : 'Conditions no longer apply', () =>
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
      help="When off, conditions are stored but everyone sees everything."
    >
      Apply the conditions of sections, spaces and links
    </ChoiceLine>
  )
}
