import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { SpaceFreshness } from '#contract/page-freshness.ts'
import type { Space } from '#contract/spaces.ts'
import { SelectField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import type { PickedMember } from '../../components/member-picker.tsx'
import { intervalChoices, intervalLabel } from '../../components/page-freshness/labels.ts'
import { type SpaceReviewSettings, useSaveSpaceReview } from '../../components/page-freshness/mutations.ts'
import { OverdueRows } from '../../components/page-freshness/overdue-rows.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { Avatar } from '../../components/ui/marks.tsx'
import { Bone } from '../../components/ui/skeleton.tsx'
import { Failed } from '../../components/ui/states.tsx'
import { overduePagesQuery, spaceFreshnessQuery } from '../../data/page-freshness.ts'
import { errorMessage } from '../../data/query-client.ts'
import { OwnerField } from './owner-field.tsx'
import styles from './space.module.css'

/** Who owns the pages of a space, how often they are reviewed, and which are overdue. */
export function SpaceReviewSection({ space }: { space: Space }) {
  const read = useQuery(spaceFreshnessQuery(space.id))
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section aria-labelledby="space-review">
      <div className="section-head">
        <h2 id="space-review">Page reviews</h2>
        {space.permissions.admin && (
          <Button variant="outline" icon={Pencil} disabled={!read.data} onClick={() => setIsOpen(true)}>
            Change
          </Button>
        )}
      </div>
      <p className="soft">
        Pages without an owner or interval use these. On the review date, the owner is asked whether the page
        is still correct.
      </p>
      {read.isPending && <Bone width="60%" />}
      {read.isError && (
        <Failed
          title="Couldn’t load the page reviews"
          reason={errorMessage(read.error)}
          onRetry={() => void read.refetch()}
        />
      )}
      {read.data && <Facts freshness={read.data} />}
      <OverdueInSpace space={space} />
      {isOpen && read.data && (
        <SpaceReviewDialog space={space} freshness={read.data} onClose={() => setIsOpen(false)} />
      )}
    </section>
  )
}

const Facts = ({ freshness: { owner, interval } }: { freshness: SpaceFreshness }) => (
  <dl className="facts">
    <div>
      <dt>Owner</dt>
      <dd>
        {owner ? (
          <>
            <Avatar id={owner.id} name={owner.displayName} photo={owner.photoURL} />
            <span className="truncate">{owner.displayName}</span>
          </>
        ) : (
          <span className="faint">No one</span>
        )}
      </dd>
    </div>
    <div>
      <dt>Review</dt>
      <dd className={interval === undefined ? 'faint' : undefined}>{intervalLabel(interval)}</dd>
    </div>
  </dl>
)

const MAX_OVERDUE = 20

/** The overdue pages of the space; renders nothing if there are none. */
function OverdueInSpace({ space }: { space: Space }) {
  const query = overduePagesQuery(space.organization, { space: space.id, limit: MAX_OVERDUE })
  const { data } = useQuery(query)
  if (!data || data.count === 0) return null
  const more = data.count - data.items.length
  return (
    <div className={styles.overdue}>
      <h3>
        Overdue <span className="count">{data.count}</span>
      </h3>
      <OverdueRows pages={data.items} detail="owner" />
      {more > 0 && <p className="faint meta">and {more} more</p>}
    </div>
  )
}

type Values = { owner: readonly PickedMember[]; interval: string }
type DialogProps = { space: Space; freshness: SpaceFreshness; onClose: () => void }

const settingsOf = ({ owner, interval }: Values): SpaceReviewSettings => ({
  owner: owner[0]?.id ?? null,
  interval: interval === '' ? null : Number(interval),
})

function SpaceReviewDialog({ space, freshness: { owner, interval }, onClose }: DialogProps) {
  const defaultValues: Values = {
    owner: owner ? [{ id: owner.id, name: owner.displayName }] : [],
    interval: interval === undefined ? '' : String(interval),
  }
  const form = useForm<Values>({ defaultValues })
  const { saving, save } = useSaveSpaceReview(space.id, settingsOf(defaultValues))
  return (
    <Dialog
      title="Page reviews"
      description="The review date of a page counts from its last confirmation, and for a new interval from today."
      onClose={onClose}
    >
      <Form
        form={form}
        mutation={saving}
        submit="Save"
        onCancel={onClose}
        onSubmit={(values) => void save(settingsOf(values)).then(onClose, () => undefined)}
      >
        <OwnerField
          name="owner"
          organizationId={space.organization}
          help="If empty, no one is reminded of pages without an owner."
        />
        <SelectField
          name="interval"
          label="Review"
          choices={[{ value: '', label: intervalLabel(undefined) }, ...intervalChoices(interval)]}
        />
      </Form>
    </Dialog>
  )
}
