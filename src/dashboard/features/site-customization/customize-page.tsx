import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type UseFormReturn, useFormContext } from 'react-hook-form'
import type { api } from '#contract/api.ts'
import type { Output } from '#contract/route.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { Site } from '#contract/sites.ts'
import { AskForAccess } from '../../components/ask-for-access/ask-for-access.tsx'
import { Form, FormError } from '../../components/form.tsx'
import { type SiteOutline, useSiteOutline } from '../../components/site-target/target.ts'
import { Button } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Select } from '../../components/ui/inputs.tsx'
import { ListSkeleton } from '../../components/ui/skeleton.tsx'
import { Empty, NoPermission } from '../../components/ui/states.tsx'
import type { useVersionedForm } from '../../components/use-versioned-form.ts'
import { siteSubject } from '../../data/access.ts'
import { useDebounced } from '../../hooks/use-debounced.ts'
import { labels } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import styles from './customization.module.css'
import { OverridesContext } from './customization-fields.tsx'
import { useSiteCustomizationForm, useSpaceCustomizationForm } from './customization-form.ts'
import { SectionFields, type SectionName, sectionLabels } from './customization-sections.tsx'
import {
  type Customization,
  type CustomizationValues,
  customizationOf,
  overriddenFields,
  resetChange,
  valueAt,
} from './customization-values.ts'
import { PreviewPane } from './preview-pane.tsx'
import { spaceCustomizationQuery } from './queries.ts'
import type { CustomizeSearch } from './search-params.ts'

type CustomizationResponse = Output<typeof api.siteCustomization.get>
type SpaceCustomizationResponse = Output<typeof api.siteCustomization.getForSiteSpace>
type Props = {
  params: SiteParams
  site: Site
  customization: CustomizationResponse
  search: CustomizeSearch
  onSearch: (search: CustomizeSearch) => void
}

/** Customizes a site or the overrides of one of its spaces, next to a live preview. */
export function CustomizePage(props: Props) {
  const { params, site, search } = props
  const parts = useSiteOutline(params)
  if (!site.permissions.edit) {
    return (
      <NoPermission
        title="You can’t change the customization of this site"
        actions={<AskForAccess subject={siteSubject(params)} needed="edit" />}
      >
        You need the Edit role on the site.
      </NoPermission>
    )
  }
  if (!parts) return <ListSkeleton />
  const space = parts.spaces.find(({ id }) => id === search.space)
  if (space)
    return (
      <SpaceCustomization
        key={space.id}
        {...props}
        parts={parts}
        siteSpaceId={space.id}
        title={space.title}
      />
    )
  return <SiteCustomization {...props} parts={parts} />
}

function SiteCustomization({
  params,
  site,
  customization,
  parts,
  search,
  onSearch,
}: Props & { parts: SiteOutline }) {
  const { form, editing, isPending } = useSiteCustomizationForm(params, site.title, customization)
  return (
    <Editor
      {...{ params, site, customization, form, editing, isPending, parts, search, onSearch }}
      siteSpaceId={undefined}
    />
  )
}

type SpaceProps = Props & { parts: SiteOutline; siteSpaceId: string; title: string }

function SpaceCustomization(props: SpaceProps) {
  const { data } = useQuery(spaceCustomizationQuery(props.params, props.siteSpaceId))
  return data ? <SpaceEditor {...props} space={data} /> : <ListSkeleton />
}

function SpaceEditor({
  params,
  siteSpaceId,
  title,
  space,
  ...props
}: SpaceProps & { space: SpaceCustomizationResponse }) {
  const { form, editing, isPending, reset } = useSpaceCustomizationForm(params, siteSpaceId, title, space)
  const onReset = (names: readonly string[], label: string) => {
    const change = names.map(resetChange).reduce(mergeTrees, {})
    reset(change, valuesBefore(space.overrides, change), label)
  }
  return (
    <OverridesContext value={{ overridden: overriddenFields(space.overrides), onReset }}>
      <Editor {...props} {...{ params, form, editing, isPending, siteSpaceId }} customization={space} />
    </OverridesContext>
  )
}

type Tree = Record<string, unknown>
const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const mergeTrees = (one: Tree, other: Tree): Tree => ({
  ...one,
  ...Object.fromEntries(
    Object.entries(other).map(([name, value]) => {
      const under = one[name]
      return [name, isTree(under) && isTree(value) ? mergeTrees(under, value) : value]
    }),
  ),
})

/** The values of a tree at the paths of a change, for undoing it. */
const valuesBefore = (tree: unknown, change: Tree): Tree =>
  Object.fromEntries(
    Object.entries(change).map(([name, value]) => {
      const current = valueAt(tree, name)
      return [name, isTree(value) ? valuesBefore(current, value) : (current ?? null)]
    }),
  )

type EditorProps = {
  params: SiteParams
  site: Site
  customization: Customization
  form: UseFormReturn<CustomizationValues>
  editing: ReturnType<typeof useVersionedForm<CustomizationResponse, CustomizationValues>>
  isPending: boolean
  parts: SiteOutline
  siteSpaceId: string | undefined
  search: CustomizeSearch
  onSearch: (search: CustomizeSearch) => void
}

const PREVIEW_DELAY_MS = 400

function Editor(props: EditorProps) {
  const { params, site, customization, form, editing, isPending, parts, siteSpaceId, search, onSearch } =
    props
  const isPreview = search.show === 'preview'
  return (
    <div className={isPreview ? clsx(styles.editor, 'is-preview') : styles.editor}>
      <div className={styles.form}>
        <Form {...editing} form={form} shape="bare" submit={labels.save}>
          <TargetSelect
            parts={parts}
            siteSpaceId={siteSpaceId}
            onSelect={(space) => onSearch({ ...search, space })}
          />
          {(Object.keys(sectionLabels) as SectionName[]).map((part) => (
            <Section
              key={part}
              name={sectionLabels[part]}
              isOpen={(search.part ?? 'colours') === part}
              onToggle={(isOpen) => onSearch({ ...search, part: isOpen ? part : 'none' })}
            >
              <SectionFields part={part} parts={parts} />
            </Section>
          ))}
          <FormError />
          <FormFoot isPending={isPending} />
        </Form>
      </div>
      <Button
        className={clsx('narrow', styles.toggle)}
        variant="outline"
        onClick={() => onSearch({ ...search, show: isPreview ? undefined : 'preview' })}
      >
        {isPreview ? 'Back to the form' : 'Show the preview'}
      </Button>
      {site.siteSpaces === 0 ? (
        <NoPreview params={params} />
      ) : (
        <DraftPreview {...{ params, site, form, customization, siteSpaceId }} />
      )}
    </div>
  )
}

const NoPreview = ({ params: { organizationId, siteId } }: { params: SiteParams }) => (
  <section className={styles.preview} aria-label="Preview">
    <Empty
      title="No preview yet"
      actions={
        <Link className="link" to={paths.site(organizationId, siteId)}>
          Open the structure
        </Link>
      }
    >
      Add a space to the site to see how its pages look.
    </Empty>
  </section>
)

/** Previews the last valid values of the form. */
function DraftPreview({
  params,
  site,
  form,
  customization,
  siteSpaceId,
}: Pick<EditorProps, 'params' | 'site' | 'form' | 'customization' | 'siteSpaceId'>) {
  const draft = useDebounced(JSON.stringify(customizationOf(form.watch(), customization)), PREVIEW_DELAY_MS)
  const [last, setLast] = useState(JSON.stringify(customization))
  if (draft !== 'null' && draft !== last) setLast(draft)
  const shown = JSON.parse(last) as Customization
  return <PreviewPane params={params} title={site.title} customization={shown} siteSpaceId={siteSpaceId} />
}

type TargetSelectProps = {
  parts: SiteOutline
  siteSpaceId: string | undefined
  onSelect: (id: string | undefined) => void
}

function TargetSelect({ parts, siteSpaceId, onSelect }: TargetSelectProps) {
  if (parts.spaces.length === 0) return null
  return (
    <Select
      aria-label="Customization of"
      value={siteSpaceId ?? ''}
      choices={[
        { value: '', label: 'The whole site' },
        ...parts.spaces.map(({ id, title }) => ({ value: id, label: `Only ${title}` })),
      ]}
      onChange={({ target }) => onSelect(target.value || undefined)}
    />
  )
}

type SectionProps = {
  name: string
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
  children: ReactNode
}

/** Closed sections remain mounted, so that their fields are submitted and can show errors. */
const Section = ({ name, isOpen, onToggle, children }: SectionProps) => (
  <section className={styles.part}>
    <h2>
      <button type="button" aria-expanded={isOpen} onClick={() => onToggle(!isOpen)}>
        <Icon of={ChevronRight} size="s" />
        {name}
      </button>
    </h2>
    <div className={styles.fields} hidden={!isOpen}>
      {children}
    </div>
  </section>
)

function FormFoot({ isPending }: { isPending: boolean }) {
  const { formState, reset } = useFormContext()
  if (!formState.isDirty) return null
  const errorCount = Object.keys(formState.errors).length
  return (
    <div className={clsx('form-foot', styles.foot)}>
      <Button type="submit" variant="primary" size="form" keys="mod+enter" aria-busy={isPending}>
        {labels.save}
      </Button>
      <Button size="form" onClick={() => reset()}>
        Discard
      </Button>
      {errorCount > 0 && (
        <span className="meta i-danger" role="alert">
          {errorCount === 1 ? '1 field has an error' : `${errorCount} fields have errors`}
        </span>
      )}
    </div>
  )
}
