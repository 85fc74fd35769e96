import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { api } from '#contract/api.ts'
import type { OperationListItem } from '#contract/openapi-operations.ts'
import type { ApiBlock } from '#markup/api-blocks.ts'
import { Button } from '../../components/ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../components/ui/dialog.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Select, TextInput } from '../../components/ui/inputs.tsx'
import { Empty } from '../../components/ui/states.tsx'
import { itemsOf, q, qPages } from '../../data/api.ts'
import { errorMessage } from '../../data/query-client.ts'
import { useDebounced } from '../../hooks/use-debounced.ts'
import { paths } from '../../lib/paths.ts'
import styles from './editor.module.css'

type Props = {
  organizationId: string
  onClose: () => void
  onPick: (operation: ApiBlock) => void
}

/** Chooses an operation of an OpenAPI specification to show on the page. */
export function OperationPicker({ organizationId, onClose, onPick }: Props) {
  const specs = useQuery({
    ...q(api.openapiSpecs.list, { params: { organizationId }, query: { limit: 1000 } }),
    throwOnError: false,
  })
  const usableSpecs = (specs.data?.items ?? []).filter(({ lastVersion }) => lastVersion !== undefined)
  const [chosenSlug, setChosenSlug] = useState('')
  const spec = usableSpecs.find(({ slug }) => slug === chosenSlug) ?? usableSpecs[0]
  return (
    <Dialog title="Show an API operation" onClose={onClose}>
      <DialogBody>
        {specs.isError && <p role="alert">{errorMessage(specs.error)}</p>}
        {specs.data && !spec && (
          <Empty title="No OpenAPI specification to choose from">
            Someone with the Create role can add one in{' '}
            <Link to={paths.openapi(organizationId)}>Settings → OpenAPI</Link>.
          </Empty>
        )}
        {spec && (
          <>
            {usableSpecs.length > 1 && (
              <Field label="Specification">
                {(tied) => (
                  <Select
                    {...tied}
                    value={spec.slug}
                    onChange={({ target }) => setChosenSlug(target.value)}
                    choices={usableSpecs.map(({ slug, title }) => ({ value: slug, label: title ?? slug }))}
                  />
                )}
              </Field>
            )}
            <Operations
              key={spec.slug}
              organizationId={organizationId}
              slug={spec.slug}
              onPick={({ method, path }) => onPick({ spec: spec.slug, method, path })}
            />
          </>
        )}
      </DialogBody>
      <DialogFoot>
        <Button variant="outline" size="form" onClick={onClose}>
          Cancel
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

type OperationsProps = {
  organizationId: string
  slug: string
  onPick: (operation: OperationListItem) => void
}

function Operations({ organizationId, slug, onPick }: OperationsProps) {
  const [search, setSearch] = useState('')
  const field = useRef<HTMLInputElement>(null)
  // The list loads after the dialog has set its focus.
  useEffect(() => field.current?.focus(), [])
  const searchText = useDebounced(search.trim(), 150)
  const params = { organizationId, specSlug: slug }
  const query = { limit: 100, ...(searchText === '' ? {} : { search: searchText.slice(0, 200) }) }
  const list = useInfiniteQuery({
    ...qPages(api.openapiSpecs.listOperations, { params, query }),
    throwOnError: false,
  })
  const operations = itemsOf(list.data)
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
      {list.isError && <p role="alert">{errorMessage(list.error)}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by key */}
      <ul className={styles.ops} aria-label="Operations" tabIndex={0}>
        {operations.map((one) => (
          <li key={`${one.method} ${one.path}`}>
            <button type="button" onClick={() => onPick(one)}>
              <span className={styles.opMethod}>{one.method.toUpperCase()}</span>
              <span className={styles.opName}>
                <span className="mono truncate">{one.path}</span>
                {one.summary && <span className="faint truncate">{one.summary}</span>}
              </span>
              {one.tag && <span className="faint truncate wide">{one.tag}</span>}
            </button>
          </li>
        ))}
      </ul>
      {list.data && operations.length === 0 && (
        <p className="faint" role="status">
          {searchText === ''
            ? 'This specification has no operations.'
            : `No operations match “${searchText}”.`}
        </p>
      )}
      {list.hasNextPage && (
        <Button variant="outline" size="form" onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  )
}
