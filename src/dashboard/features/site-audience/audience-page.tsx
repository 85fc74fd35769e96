import { useQuery, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { CalendarClock, EyeOff } from 'lucide-react'
import { useId, useState } from 'react'
import { api } from '#contract/api.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { Site } from '#contract/sites.ts'
import {
  ConditionChoices,
  useConditionChoice,
  useUndecidedContent,
} from '../../components/conditional-content.tsx'
import { confirm } from '../../components/confirm.tsx'
import { MissingEntrance } from '../../components/missing-entrance.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { ChoiceLine, Radio } from '../../components/ui/inputs.tsx'
import { ListSkeleton } from '../../components/ui/skeleton.tsx'
import { Failed } from '../../components/ui/states.tsx'
import { useApi } from '../../data/api.ts'
import { errorMessage } from '../../data/query-client.ts'
import { readSiteAudience, siteAudienceQuery } from '../../data/site-audience.ts'
import { offerUndo } from '../../data/undo.ts'
import { type ConditionChoice, conditionChoiceOf } from '../../lib/conditional-content.ts'
import { labels } from '../../lib/labels.ts'
import { audienceEffect, missingEntrance, missingEntrances } from '../../lib/site-audience.ts'
import styles from './audience.module.css'
import { type OnSearch, schemaQuery, siteQuery, structureQuery } from './queries.ts'
import { SchemaEditor } from './schema-editor.tsx'
import type { AudienceSearch } from './search-params.ts'
import { ShareLinks } from './share-links.tsx'
import { VisibilityMatrix } from './visibility-matrix.tsx'
import { VisitorAuth } from './visitor-auth.tsx'

type Props = {
  params: SiteParams
  site: Site
  search: AudienceSearch
  onSearch: OnSearch
  /** Schedules another audience. */
  onSchedule: (visibility: Site['visibility']) => void
}

/** Who can read a site, and what they see. */
export function AudiencePage({ params, site, search, onSearch, onSchedule }: Props) {
  const [choice, setChoice] = useState<Site['visibility']>()
  const chosen = choice ?? site.visibility
  return (
    <div className="scroll">
      <div className={clsx('settings', styles.root)}>
        {!site.permissions.admin && (
          <p className="faint meta">You need the Create role on this site to change who can read it.</p>
        )}
        <Visibility
          params={params}
          site={site}
          chosen={chosen}
          onChoose={(visibility) => setChoice(visibility === site.visibility ? undefined : visibility)}
          onNewLink={() => onSearch({ dialog: 'link' })}
          onSchedule={onSchedule}
        />
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
  { value: 'public', label: 'Public', description: 'Everyone can read it, and search engines can list it.' },
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

type VisibilityProps = {
  params: SiteParams
  site: Site
  /** The choice that is not saved yet, or the current one. */
  chosen: Site['visibility']
  onChoose: (visibility: Site['visibility']) => void
  onNewLink: () => void
  onSchedule: (visibility: Site['visibility']) => void
}

/** The visibility of a site. A choice is saved with a button, and after a question if readers lose the site. */
function Visibility({ params, site, chosen, onChoose, onNewLink, onSchedule }: VisibilityProps) {
  const client = useQueryClient()
  const name = useId()
  const { data: readers } = useQuery({
    ...siteAudienceQuery(params),
    enabled: site.permissions.admin && chosen !== site.visibility,
  })
  const missing = readers && missingEntrance(readers, chosen)
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
          onChoose(saved.visibility)
          if (isUndo) return
          offerUndo(`Changed the audience of “${site.title}” to “${visibilityLabel(visibility)}”`, () =>
            set(now.visibility, saved, true),
          )
        },
      },
    )
  const save = async () => {
    if (changing.isPending) return
    if (site.published) {
      const now = await readSiteAudience(client, params)
      const effect = now && audienceEffect(now, chosen)
      if (!(await confirmVisibility(site, chosen, effect))) return
    }
    set(chosen, site)
  }
  return (
    <section aria-labelledby={`${name}-head`}>
      <h2 id={`${name}-head`}>Who can read</h2>
      <fieldset className={styles.visibilities} disabled={!site.permissions.admin}>
        <legend className="sr">Visibility</legend>
        {visibilities.map(({ value, label, description }) => (
          <ChoiceLine
            key={value}
            control={
              <Radio name={name} value={value} checked={chosen === value} onChange={() => onChoose(value)} />
            }
            help={description}
          >
            {label}
          </ChoiceLine>
        ))}
      </fieldset>
      {chosen !== site.visibility && (
        <div className={styles.change}>
          <Button
            variant="primary"
            size="form"
            aria-busy={changing.isPending}
            disabledReason={missing === undefined ? undefined : missingEntrances[missing]}
            onClick={() => void save()}
          >
            Change audience
          </Button>
          <Button variant="outline" size="form" icon={CalendarClock} onClick={() => onSchedule(chosen)}>
            Schedule…
          </Button>
          <Button size="form" onClick={() => onChoose(site.visibility)}>
            {labels.cancel}
          </Button>
        </div>
      )}
      {missing !== undefined && chosen !== site.visibility && (
        <MissingEntrance params={params} entrance={missing} onNewLink={onNewLink} />
      )}
    </section>
  )
}

const confirmVisibility = (site: Site, chosen: Site['visibility'], effect?: string): Promise<boolean> =>
  confirm({
    title: `Change the audience of ${labels.quoted(site.title)} to “${visibilityLabel(chosen)}”?`,
    ...(effect === undefined ? {} : { description: effect }),
    action: 'Change audience',
    danger: chosen === 'share-link' || chosen === 'visitor-auth',
  })

type AdaptiveContentProps = { params: SiteParams; site: Site; search: AudienceSearch; onSearch: OnSearch }

/** Adaptive content: who sees conditional content, the visitor schema and the visibility matrix. */
function AdaptiveContent({ params, site, search, onSearch }: AdaptiveContentProps) {
  const schema = useQuery(schemaQuery(params))
  const structure = useQuery(structureQuery(params))
  const failed = [schema, structure].find(({ isError }) => isError)
  return (
    <section aria-labelledby="adaptive">
      <h2 id="adaptive">Adaptive content</h2>
      <ConditionalContent params={params} site={site} />
      {failed && (
        <Failed
          title="Couldn’t load the visitor schema"
          reason={errorMessage(failed.error)}
          onRetry={() => void failed.refetch()}
        />
      )}
      {!failed && !(schema.data && structure.data) && <ListSkeleton />}
      {schema.data && (
        <SchemaEditor
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

/** Saved with a button, since the arrow keys choose on the way what everyone would see. */
function ConditionalContent({ params, site }: { params: SiteParams; site: Site }) {
  const { choose, isPending } = useConditionChoice(params, site)
  const [next, setNext] = useState<ConditionChoice>()
  const choice = conditionChoiceOf(site)
  const text = useUndecidedContent(params, choice === undefined && site.permissions.edit)
  return (
    <>
      {text !== undefined && (
        <p className={styles.undecided} role="status">
          <Icon of={EyeOff} size="s" />
          <span>{text} Readers don’t see it until you choose who does.</span>
        </p>
      )}
      <ConditionChoices
        value={next ?? choice}
        disabled={!site.permissions.admin}
        onChange={(value) => setNext(value === choice ? undefined : value)}
      />
      {next !== undefined && (
        <div className={styles.change}>
          <Button
            variant="primary"
            size="form"
            aria-busy={isPending}
            onClick={() => !isPending && choose(next, () => setNext(undefined))}
          >
            Change who sees it
          </Button>
          <Button size="form" onClick={() => setNext(undefined)}>
            {labels.cancel}
          </Button>
        </div>
      )}
    </>
  )
}
