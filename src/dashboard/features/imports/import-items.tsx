import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useState } from 'react'
import { api } from '#contract/api.ts'
import type { ImportItem, ImportRun } from '#contract/imports.ts'
import { Button } from '../../components/ui/button.tsx'
import { itemsOf, qPages } from '../../lib/api.ts'
import { places } from '../../lib/places.ts'
import { reasonOf } from '../../lib/query-client.ts'

const filters = [
  [undefined, 'Everything'],
  ['page', 'Pages'],
  ['file', 'Files'],
  ['warning', 'Warnings'],
  ['left-out', 'Left out'],
] as const
type Filter = (typeof filters)[number][0]

/** What became of each thing of a source, a page of them at a time. */
export function ImportItems({ run, organizationId }: { run: ImportRun; organizationId: string }) {
  const [outcome, setOutcome] = useState<Filter>(undefined)
  const params = { organizationId, importRunId: run.id }
  const list = useInfiniteQuery(
    qPages(api.imports.items, {
      params,
      query: { limit: 50, ...(outcome === undefined ? {} : { outcome }) },
    }),
  )
  const items = itemsOf(list.data)
  const count = list.data?.pages[0]?.count
  return (
    <section className="im-items" aria-label="What became of the source">
      <div className="im-filters" role="group" aria-label="Show">
        {filters.map(([value, name]) => (
          <Button
            key={name}
            size="small"
            look={value === outcome ? 'line' : 'plain'}
            aria-pressed={value === outcome}
            onClick={() => setOutcome(value)}
          >
            {name}
          </Button>
        ))}
        {count !== undefined && (
          <span className="meta faint num" role="status">
            {count.toLocaleString('en')}
          </span>
        )}
      </div>
      {list.error && <p className="im-none">{reasonOf(list.error)}</p>}
      {count === 0 && <p className="im-none">Nothing of this kind.</p>}
      <ul className="im-list">
        {items.map((item) => (
          <li key={item.id}>
            <Item item={item} run={run} />
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button look="line" aria-busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      )}
    </section>
  )
}

const outcomes: Readonly<Record<ImportItem['outcome'], string>> = {
  page: 'Page',
  file: 'File',
  read: 'Read',
  'left-out': 'Left out',
}

function Item({ item, run }: { item: ImportItem; run: ImportRun }) {
  const { outcome, source, title, page, reason, warnings } = item
  const isThere = page !== undefined && run.target.changeRequest === undefined
  return (
    <>
      <span className={clsx('im-outcome', outcome === 'left-out' ? 'i-danger' : 'soft')}>
        {outcomes[outcome]}
      </span>
      <span className="im-what">
        {isThere ? (
          <Link className="im-made" to={places.page(run.target.space, page)}>
            {title}
          </Link>
        ) : (
          title && <span className="im-made">{title}</span>
        )}
        {source !== undefined && source !== title && <span className="mono faint">{source}</span>}
        {outcome === 'read' && <span className="soft">It tells the order or the settings.</span>}
        {reason && <span className="soft">{reason}</span>}
        {warnings.map((warning) => (
          <span key={warning} className="i-warning">
            {warning}
          </span>
        ))}
      </span>
    </>
  )
}
