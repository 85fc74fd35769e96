import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { api } from '#contract/api.ts'
import type { OperationLine } from '#contract/openapi-operations.ts'
import { Button } from '../../components/ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../components/ui/dialog.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Select, TextInput } from '../../components/ui/inputs.tsx'
import { Empty } from '../../components/ui/states.tsx'
import { useDebounced } from '../../hooks/use-debounced.ts'
import { itemsOf, q, qPages } from '../../lib/api.ts'
import { places } from '../../lib/places.ts'
import { reasonOf } from '../../lib/query-client.ts'

type Props = {
  organizationId: string
  onClose: () => void
  /** The Markdown to be written. */
  onPick: (markdown: string) => void
}

/** Chooses an operation of a specification, to be shown on the page. */
export function OperationPicker({ organizationId, onClose, onPick }: Props) {
  const specs = useQuery({
    ...q(api.openapiSpecs.list, { params: { organizationId }, query: { limit: 1000 } }),
    throwOnError: false,
  })
  const readable = (specs.data?.items ?? []).filter(({ lastVersion }) => lastVersion !== undefined)
  const [chosen, setChosen] = useState('')
  const spec = readable.find(({ slug }) => slug === chosen) ?? readable[0]
  return (
    <Dialog title="Show an API operation" onClose={onClose}>
      <DialogBody>
        {specs.isError && <p role="alert">{reasonOf(specs.error)}</p>}
        {specs.data && !spec && (
          <Empty title="No OpenAPI specification to choose from">
            Somebody with the role Create adds one in{' '}
            <Link to={places.openapi(organizationId)}>Settings → OpenAPI</Link>.
          </Empty>
        )}
        {spec && (
          <>
            {readable.length > 1 && (
              <Field label="Specification">
                {(tied) => (
                  <Select
                    {...tied}
                    value={spec.slug}
                    onChange={({ target }) => setChosen(target.value)}
                    choices={readable.map(({ slug, title }) => ({ value: slug, label: title ?? slug }))}
                  />
                )}
              </Field>
            )}
            <Operations
              key={spec.slug}
              organizationId={organizationId}
              slug={spec.slug}
              onPick={(operation) => onPick(blockOf(spec.slug, operation))}
            />
          </>
        )}
      </DialogBody>
      <DialogFoot>
        <Button look="line" size="form" onClick={onClose}>
          Cancel
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

type OperationsProps = {
  organizationId: string
  slug: string
  onPick: (operation: OperationLine) => void
}

function Operations({ organizationId, slug, onPick }: OperationsProps) {
  const [search, setSearch] = useState('')
  const field = useRef<HTMLInputElement>(null)
  // The list comes after the dialog, which has given the focus to something else by then.
  useEffect(() => field.current?.focus(), [])
  const asked = useDebounced(search.trim(), 150)
  const params = { organizationId, specSlug: slug }
  const query = { limit: 100, ...(asked === '' ? {} : { search: asked.slice(0, 200) }) }
  const read = useInfiniteQuery({
    ...qPages(api.openapiSpecs.listOperations, { params, query }),
    throwOnError: false,
  })
  const found = itemsOf(read.data)
  return (
    <>
      <Field label="Operation">
        {(tied) => (
          <TextInput
            {...tied}
            ref={field}
            type="search"
            value={search}
            placeholder="Path, summary or tag"
            autoComplete="off"
            onChange={({ target }) => setSearch(target.value)}
          />
        )}
      </Field>
      {read.isError && <p role="alert">{reasonOf(read.error)}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by key */}
      <ul className="ed-ops" aria-label="Operations" tabIndex={0}>
        {found.map((one) => (
          <li key={`${one.method} ${one.path}`}>
            <button type="button" onClick={() => onPick(one)}>
              <span className="ed-op-method">{one.method.toUpperCase()}</span>
              <span className="ed-op-name">
                <span className="mono truncate">{one.path}</span>
                {one.summary && <span className="faint truncate">{one.summary}</span>}
              </span>
              {one.tag && <span className="faint truncate wide">{one.tag}</span>}
            </button>
          </li>
        ))}
      </ul>
      {read.data && found.length === 0 && (
        <p className="faint" role="status">
          {asked === '' ? 'This specification has no operations.' : `No operation has “${asked}” in it.`}
        </p>
      )}
      {read.hasNextPage && (
        <Button look="line" size="form" onClick={() => void read.fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  )
}

/** The block that shows an operation. */
export const blockOf = (slug: string, { method, path }: Pick<OperationLine, 'method' | 'path'>): string => {
  const quote = path.includes('"') ? "'" : '"'
  return `{% openapi-operation spec="${slug}" path=${quote}${path}${quote} method="${method}" %}\n{% endopenapi-operation %}`
}
