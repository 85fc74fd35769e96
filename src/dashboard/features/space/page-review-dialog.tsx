import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { api } from '#contract/api.ts'
import type { PageFreshness, PageReviewSettings } from '#contract/page-freshness.ts'
import type { Page } from '#contract/pages.ts'
import type { Space } from '#contract/spaces.ts'
import { SelectField, TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import type { PickedMember } from '../../components/member-picker.tsx'
import { dayLabel, intervalChoices, intervalLabel } from '../../components/page-freshness/labels.ts'
import { useSavePageReview } from '../../components/page-freshness/mutations.ts'
import { QueryStates } from '../../components/query-states.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { q } from '../../data/api.ts'
import { pageFreshnessQuery, spaceFreshnessQuery } from '../../data/page-freshness.ts'
import { labels } from '../../lib/labels.ts'
import { OwnerField } from './owner-field.tsx'
import { titleOf } from './page-rows.ts'
import styles from './space.module.css'

type Props = { space: Space; page: Page; onClose: () => void }

/** The owner, the interval and the review date of a page, and who confirmed it. */
export function PageReviewDialog({ space, page, onClose }: Props) {
  const read = useQuery(pageFreshnessQuery(space.id, page.id))
  // The dialog opens with its first field, which has the focus.
  if (read.isPending) return null
  return (
    <Dialog
      title={`Review of ${labels.quoted(titleOf(page))}`}
      description="The owner is reminded on the review date. Anyone who can edit the page can confirm that it’s still correct."
      onClose={onClose}
    >
      <QueryStates read={read} name="The review">
        {(data) => <ReviewForm space={space} page={page} freshness={data} onClose={onClose} />}
      </QueryStates>
    </Dialog>
  )
}

type Values = { owner: readonly PickedMember[]; interval: string; dueOn: string }

const NEVER = 'never'

function valuesOf({ settings, owner }: PageFreshness): Values {
  return {
    owner: settings.owner !== null && owner ? [{ id: settings.owner, name: owner.displayName }] : [],
    interval: settings.interval === null ? '' : String(settings.interval),
    dueOn: settings.dueOn ?? '',
  }
}

const settingsOf = ({ owner, interval, dueOn }: Values): PageReviewSettings => ({
  owner: owner[0]?.id ?? null,
  interval: interval === '' ? null : interval === NEVER ? NEVER : Number(interval),
  dueOn: dueOn === '' ? null : dueOn,
})

function ReviewForm({ space, page, freshness, onClose }: Props & { freshness: PageFreshness }) {
  const form = useForm<Values>({ defaultValues: valuesOf(freshness) })
  const ref = { spaceId: space.id, pageId: page.id, title: page.title }
  const { saving, save } = useSavePageReview(ref, freshness.settings)
  const general = useQuery(spaceFreshnessQuery(space.id)).data
  const { interval } = freshness.settings
  const generalOwner = general?.owner?.displayName
  return (
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
        help={
          generalOwner ? `If empty, ${generalOwner}, who owns the space.` : 'If empty, no one is reminded.'
        }
      />
      <SelectField
        name="interval"
        label="Review"
        choices={[
          { value: '', label: `As in the space: ${intervalLabel(general?.interval).toLowerCase()}` },
          ...intervalChoices(typeof interval === 'number' ? interval : undefined),
          { value: NEVER, label: intervalLabel(undefined) },
        ]}
      />
      <TextField name="dueOn" label="Next review" type="date" isOptional help={nextReviewHelp(freshness)} />
      <Confirmations spaceId={space.id} pageId={page.id} />
    </Form>
  )
}

const nextReviewHelp = ({ dueOn, settings }: PageFreshness): string =>
  dueOn === undefined || settings.dueOn !== null
    ? 'If empty, it follows from the last confirmation.'
    : `If empty, ${dayLabel(dueOn)}, which follows from the last confirmation.`

const MAX_CONFIRMATIONS = 5

/** The latest confirmations of the page; renders nothing if there are none. */
function Confirmations(params: { spaceId: string; pageId: string }) {
  const query = { limit: MAX_CONFIRMATIONS }
  const { data } = useQuery(q(api.pageFreshness.listConfirmations, { params, query }))
  if (!data || data.count === 0) return null
  return (
    <section aria-labelledby="confirmations">
      <h3 className={styles.confirmed} id="confirmations">
        Confirmations
      </h3>
      <ul className={styles.confirmations}>
        {data.items.map(({ id, confirmedAt, confirmedBy, dueOn }) => (
          <li key={id}>
            <span className="num">{dayLabel(confirmedAt.slice(0, 10))}</span> by {confirmedBy.displayName}
            {dueOn !== undefined && <span className="faint">, due {dayLabel(dueOn)}</span>}
          </li>
        ))}
      </ul>
      {data.count > data.items.length && (
        <p className="faint meta">and {data.count - data.items.length} earlier</p>
      )}
    </section>
  )
}
