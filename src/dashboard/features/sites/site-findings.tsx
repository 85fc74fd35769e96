import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { api } from '#contract/api.ts'
import { Button } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { ListSkeleton } from '../../components/ui/skeleton.tsx'
import { Failed } from '../../components/ui/states.tsx'
import { q } from '../../lib/api.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { conditionTroubles, type Trouble, titlesIn, troubleOf } from './findings.ts'
import type { SitePlace } from './site-queries.ts'

/** Before one asks for all. */
const fewTroubles = 8

/** What readers stumble over, each with the way to where it is put right. */
export function SiteFindings({ place }: { place: SitePlace }) {
  const params = { organizationId: place.organizationId, siteId: place.siteId }
  const checks = useQuery(q(api.siteChecks.list, { params }))
  const { data: structure } = useQuery(q(api.siteStructure.get, { params }))
  const { data: audience } = useQuery(q(api.siteAudience.getSchema, { params }))
  return (
    <section aria-labelledby="site-findings">
      <h2 id="site-findings">What readers stumble over</h2>
      {checks.isError ? (
        <Failed
          title="The site could not be looked through"
          reason={reasonOf(checks.error)}
          onRetry={() => void checks.refetch()}
        />
      ) : checks.data && structure ? (
        <Troubles
          troubles={[
            ...checks.data.findings.map((finding) =>
              troubleOf(place, finding, (id) => titlesIn(structure).get(id)),
            ),
            ...(audience ? conditionTroubles(place, structure, audience.jsonSchema) : []),
          ]}
        />
      ) : (
        <ListSkeleton rows={2} />
      )}
    </section>
  )
}

function Troubles({ troubles }: { troubles: readonly Trouble[] }) {
  const [isWhole, setIsWhole] = useState(false)
  if (troubles.length === 0) {
    return (
      <p className="site-trouble-none">
        <span className="i-success line">
          <Icon of={Check} />
        </span>
        Nothing: every space has pages, every link and every page is found.
      </p>
    )
  }
  const shown = isWhole ? troubles : troubles.slice(0, fewTroubles)
  return (
    <>
      <ul className="site-troubles">
        {shown.map(({ key, says, more, act, to }) => (
          <li key={key}>
            <span className="i-warning line">
              <Icon of={TriangleAlert} />
            </span>
            <div>
              <p>{says}</p>
              {more && <p className="faint meta">{more}</p>}
            </div>
            <Link className="link nowrap" to={to}>
              {act}
            </Link>
          </li>
        ))}
      </ul>
      {shown.length < troubles.length && (
        <Button onClick={() => setIsWhole(true)}>Show all {troubles.length}</Button>
      )}
    </>
  )
}
