import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type UseFormReturn, useFormContext } from 'react-hook-form'
import type { api } from '#contract/api.ts'
import type { Output } from '#contract/route.ts'
import type { Site } from '#contract/sites.ts'
import { Form, FormFault } from '../../components/form.tsx'
import { type SiteParts, useSiteParts } from '../../components/site-target/site-parts.ts'
import { Button } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Select } from '../../components/ui/inputs.tsx'
import { ListSkeleton } from '../../components/ui/skeleton.tsx'
import { NoPermission } from '../../components/ui/states.tsx'
import type { useVersionedForm } from '../../components/use-versioned-form.ts'
import { useDebounced } from '../../hooks/use-debounced.ts'
import { words } from '../../lib/words.ts'
import type { CustomizeSearch } from './customize-search.ts'
import { LooksOf } from './looks-context.tsx'
import { LooksPart, type PartName, partNames } from './looks-parts.tsx'
import { type SitePlace, spaceLooksQuery } from './looks-queries.ts'
import { at, differentIn, type LooksValues, looksOf, resetOf, type SiteLooks } from './looks-values.ts'
import { PreviewPane } from './preview-pane.tsx'
import { useSiteLooks, useSpaceLooks } from './use-looks-form.ts'
import './site-looks.css'

type Looks = Output<typeof api.siteCustomization.get>
type SpaceLooks = Output<typeof api.siteCustomization.getForSiteSpace>
type Props = {
  place: SitePlace
  site: Site
  looks: Looks
  search: CustomizeSearch
  onSearch: (search: CustomizeSearch) => void
}

/** How a site looks, and what its spaces have different, beside the site as it would look. */
export function CustomizeView(props: Props) {
  const { place, site, search } = props
  const parts = useSiteParts(place)
  if (!site.permissions.edit) {
    return (
      <NoPermission title="The looks of this site are not yours to change">
        For that you need the role Edit on it. Who manages the site gives it under Access.
      </NoPermission>
    )
  }
  if (!parts) return <ListSkeleton />
  const space = parts.spaces.find(({ id }) => id === search.space)
  if (space)
    return <ForSpace key={space.id} {...props} parts={parts} siteSpaceId={space.id} title={space.title} />
  return <ForSite {...props} parts={parts} />
}

function ForSite({ place, site, looks, parts, search, onSearch }: Props & { parts: SiteParts }) {
  const { form, editing, isPending } = useSiteLooks(place, site.title, looks)
  return (
    <Both
      {...{ place, site, looks, form, editing, isPending, parts, search, onSearch }}
      siteSpaceId={undefined}
    />
  )
}

type SpaceProps = Props & { parts: SiteParts; siteSpaceId: string; title: string }

function ForSpace(props: SpaceProps) {
  const { data } = useQuery(spaceLooksQuery(props.place, props.siteSpaceId))
  return data ? <ForReadSpace {...props} space={data} /> : <ListSkeleton />
}

function ForReadSpace({ place, siteSpaceId, title, space, ...rest }: SpaceProps & { space: SpaceLooks }) {
  const { form, editing, isPending, reset } = useSpaceLooks(place, siteSpaceId, title, space)
  const onReset = (names: readonly string[], label: string) => {
    const change = names.map(resetOf).reduce(laidOver, {})
    reset(change, sameOf(space.overrides, change), label)
  }
  return (
    <LooksOf value={{ different: differentIn(space.overrides), onReset }}>
      <Both {...rest} {...{ place, form, editing, isPending, siteSpaceId }} looks={space} />
    </LooksOf>
  )
}

type Tree = Record<string, unknown>
const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const laidOver = (one: Tree, other: Tree): Tree => ({
  ...one,
  ...Object.fromEntries(
    Object.entries(other).map(([name, value]) => {
      const under = one[name]
      return [name, isTree(under) && isTree(value) ? laidOver(under, value) : value]
    }),
  ),
})

/** What stands in a tree at the places that a change takes away. */
const sameOf = (tree: unknown, change: Tree): Tree =>
  Object.fromEntries(
    Object.entries(change).map(([name, value]) => {
      const there = at(tree, name)
      return [name, isTree(value) ? sameOf(there, value) : (there ?? null)]
    }),
  )

type BothProps = {
  place: SitePlace
  site: Site
  looks: SiteLooks
  form: UseFormReturn<LooksValues>
  editing: ReturnType<typeof useVersionedForm<Looks, LooksValues>>
  isPending: boolean
  parts: SiteParts
  siteSpaceId: string | undefined
  search: CustomizeSearch
  onSearch: (search: CustomizeSearch) => void
}

const rest = 400

function Both(props: BothProps) {
  const { place, site, looks, form, editing, isPending, parts, siteSpaceId, search, onSearch } = props
  const isPreview = search.show === 'preview'
  return (
    <div className={isPreview ? 'look-both is-preview' : 'look-both'}>
      <div className="look-form">
        <Form {...editing} form={form} shape="bare" submit={words.save}>
          <Whose
            parts={parts}
            siteSpaceId={siteSpaceId}
            onChoose={(space) => onSearch({ ...search, space })}
          />
          {(Object.keys(partNames) as PartName[]).map((part) => (
            <Part
              key={part}
              name={partNames[part]}
              isOpen={(search.part ?? 'colours') === part}
              onTurn={(isOpen) => onSearch({ ...search, part: isOpen ? part : 'none' })}
            >
              <LooksPart part={part} parts={parts} />
            </Part>
          ))}
          <FormFault />
          <Foot isPending={isPending} />
        </Form>
      </div>
      <Button
        className="narrow look-turn"
        look="line"
        onClick={() => onSearch({ ...search, show: isPreview ? undefined : 'preview' })}
      >
        {isPreview ? 'Back to the form' : 'Show the preview'}
      </Button>
      <Shown {...{ place, site, form, looks, siteSpaceId }} />
    </div>
  )
}

/** What was written last that could be a site. */
function Shown({
  place,
  site,
  form,
  looks,
  siteSpaceId,
}: Pick<BothProps, 'place' | 'site' | 'form' | 'looks' | 'siteSpaceId'>) {
  const written = useDebounced(JSON.stringify(looksOf(form.watch(), looks)), rest)
  const [last, setLast] = useState(JSON.stringify(looks))
  if (written !== 'null' && written !== last) setLast(written)
  const shown = JSON.parse(last) as SiteLooks
  return <PreviewPane place={place} title={site.title} looks={shown} siteSpaceId={siteSpaceId} />
}

type WhoseProps = {
  parts: SiteParts
  siteSpaceId: string | undefined
  onChoose: (id: string | undefined) => void
}

function Whose({ parts, siteSpaceId, onChoose }: WhoseProps) {
  if (parts.spaces.length === 0) return null
  return (
    <Select
      aria-label="Looks of"
      value={siteSpaceId ?? ''}
      choices={[
        { value: '', label: 'The whole site' },
        ...parts.spaces.map(({ id, title }) => ({ value: id, label: `Only ${title}` })),
      ]}
      onChange={({ target }) => onChoose(target.value || undefined)}
    />
  )
}

type PartProps = { name: string; isOpen: boolean; onTurn: (isOpen: boolean) => void; children: ReactNode }

/** Hidden parts stay, so that what was written in them is sent and shown at its place when refused. */
const Part = ({ name, isOpen, onTurn, children }: PartProps) => (
  <section className="look-part">
    <h2>
      <button type="button" aria-expanded={isOpen} onClick={() => onTurn(!isOpen)}>
        <Icon of={ChevronRight} size="s" />
        {name}
      </button>
    </h2>
    <div className="look-fields" hidden={!isOpen}>
      {children}
    </div>
  </section>
)

function Foot({ isPending }: { isPending: boolean }) {
  const { formState, reset } = useFormContext()
  if (!formState.isDirty) return null
  const faults = Object.keys(formState.errors).length
  return (
    <div className="form-foot look-foot">
      <Button type="submit" look="ink" size="form" keys="mod+enter" aria-busy={isPending}>
        {words.save}
      </Button>
      <Button size="form" onClick={() => reset()}>
        Discard
      </Button>
      {faults > 0 && (
        <span className="meta i-danger" role="alert">
          {faults === 1 ? 'One field is not right yet' : `${faults} fields are not right yet`}
        </span>
      )}
    </div>
  )
}
