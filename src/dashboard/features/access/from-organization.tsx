import { useRouteContext } from '@tanstack/react-router'
import type { Subject } from './subject.ts'

/** What a site is open to without a role of its own being given on it. */
export function FromOrganization({ subject }: { subject: Subject }) {
  const { session } = useRouteContext({ from: '/_app' })
  const organization = session.organizations.find(({ id }) => id === subject.organizationId)
  const title = organization?.title ?? 'the organization'
  return (
    <section className="acs-level" aria-labelledby="access-level">
      <div>
        <h2 id="access-level">From the organization</h2>
        <p className="soft">
          Whoever has the role Create or Admin in {title} runs this site; every other member sees it. Guests
          have none of it.
        </p>
      </div>
    </section>
  )
}
