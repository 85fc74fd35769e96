import { useQuery } from '@tanstack/react-query'
import { Link, useRouteContext } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import type { AccessPreview } from '#contract/access-permissions.ts'
import type { Role } from '#contract/shared/permissions.ts'
import { AccessSources } from '../../components/access-sources.tsx'
import { Button, ButtonContent, buttonClass } from '../../components/ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../components/ui/dialog.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Avatar } from '../../components/ui/marks.tsx'
import { Bone } from '../../components/ui/skeleton.tsx'
import { Failed } from '../../components/ui/states.tsx'
import { roleDescriptionsFor } from '../../data/access.ts'
import { isApiError } from '../../data/api.ts'
import { errorMessage } from '../../data/query-client.ts'
import { useShortcuts } from '../../hooks/use-actions.ts'
import { labels, pluralize } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import { roleNames } from '../../lib/role-labels.ts'
import styles from './access.module.css'
import { changeLabels } from './labels.ts'
import { useSaveAccessChange } from './mutations.ts'
import { type Change, explainQuery, previewBody, previewQuery, type Resource } from './queries.ts'

type Props = { resource: Resource; change: Change; onClose: () => void }

/** Confirms an access change and shows who would gain and who would lose access. */
export function ChangeDialog({ resource, change, onClose }: Props) {
  const preview = useQuery({ ...previewQuery(resource, previewBody(change)), retry: false })
  const save = useSaveAccessChange(resource)
  const { question, action } = changeLabels(change, resource)
  const error = save.error ?? preview.error
  const isReady = preview.isSuccess && !save.isPending
  const run = () => {
    if (isReady) save.mutate(change, { onSuccess: onClose })
  }
  useShortcuts([{ keys: 'mod+enter', label: action, group: 'In forms', isGlobal: true, run: run }])
  const loses = (preview.data?.lose.length ?? 0) > 0
  return (
    <Dialog title={question} onClose={onClose}>
      <DialogBody>
        {preview.isPending && <ImpactSkeleton />}
        {preview.data && <Impact preview={preview.data} />}
        {error && (
          <p className="form-fault" role="alert">
            <Icon of={CircleAlert} size="s" />
            <span>{errorMessage(error)}</span>
          </p>
        )}
      </DialogBody>
      <DialogFoot>
        <Button size="form" onClick={onClose}>
          {labels.cancel}
        </Button>
        <Button
          size="form"
          variant={loses ? 'danger' : 'primary'}
          keys="mod+enter"
          aria-busy={save.isPending}
          aria-disabled={!isReady || undefined}
          onClick={run}
        >
          {action}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

const ImpactSkeleton = () => (
  <div className={styles.skeleton} role="status" aria-label="Checking impact">
    <Bone width="40%" />
    <Bone width="70%" />
    <Bone width="60%" />
  </div>
)

function Impact({ preview }: { preview: AccessPreview }) {
  const { gain, lose, unchanged, more = 0, below = 0 } = preview
  const hasNoEffect = gain.length === 0 && lose.length === 0
  return (
    <div className={styles.impact} role="status">
      <People title={`${peopleLabel(gain.length)} ${gain.length === 1 ? 'gains' : 'gain'}`} list={gain} />
      <People
        title={`${peopleLabel(lose.length)} ${lose.length === 1 ? 'loses' : 'lose'}`}
        list={lose}
        isLoss
      />
      {more > 0 && <p className="soft">{peopleLabel(more)} more gain or lose.</p>}
      <p className="soft">
        {hasNoEffect ? 'No one gains or loses access. ' : ''}
        {unchanged > 0 && !hasNoEffect && `Nothing changes for ${peopleLabel(unchanged)}.`}
        {hasNoEffect &&
          unchanged > 0 &&
          `${peopleLabel(unchanged)} ${unchanged === 1 ? 'keeps' : 'keep'} the same role.`}
      </p>
      {below > 0 && (
        <p className="soft">
          It also changes access in {pluralize(below, 'space or collection', 'spaces and collections')} below.
        </p>
      )}
    </div>
  )
}

const peopleLabel = (count: number): string => pluralize(count, 'person', 'people')

const MAX_PEOPLE = 50

type PeopleProps = { title: string; list: AccessPreview['gain']; isLoss?: boolean }

function People({ title, list, isLoss = false }: PeopleProps) {
  const { session } = useRouteContext({ from: '/_app' })
  if (list.length === 0) return null
  const hiddenCount = list.length - MAX_PEOPLE
  return (
    <section aria-label={title}>
      <h3 className={isLoss ? 'i-danger' : undefined}>{title}</h3>
      <ul className={styles.impactPeople}>
        {list.slice(0, MAX_PEOPLE).map(({ user, before, after }) => (
          <li key={user.id}>
            <Avatar id={user.id} name={user.displayName} photo={user.photoURL} />
            <span className="truncate">{user.id === session.user.id ? 'You' : user.displayName}</span>
            <span className={styles.roleChange}>
              <span className="faint">{roleName(before)}</span> → <span>{roleName(after)}</span>
            </span>
          </li>
        ))}
      </ul>
      {hiddenCount > 0 && <p className="faint">and {hiddenCount.toLocaleString('en')} more</p>}
    </section>
  )
}

const roleName = (role: Role | null): string => (role === null ? 'no access' : roleNames[role])

type WhyDialogProps = { resource: Resource; userId: string; onClose: () => void }

/** All sources of a person’s access, the effective one first. */
export function WhyDialog({ resource, userId, onClose }: WhyDialogProps) {
  const { data, error, refetch } = useQuery({ ...explainQuery(resource, userId), retry: false })
  const here = labels.quoted(resource.title)
  return (
    <Dialog
      title={
        data
          ? `${data.user.displayName} ${resource.kind === 'site' ? 'on' : 'in'} ${here}`
          : `Access to ${here}`
      }
      description={data && roleDescription(resource, data.role)}
      onClose={onClose}
    >
      <DialogBody>
        {error && (
          <Failed
            title="Couldn’t load the reason"
            reason={
              isApiError(error, 404) ? 'They aren’t a member of the organization.' : errorMessage(error)
            }
            onRetry={() => void refetch()}
          />
        )}
        {!data && !error && <p className="faint">{labels.loading}</p>}
        {data && data.accessSources.length === 0 && <p className="soft">They have no access here.</p>}
        {data && data.accessSources.length > 0 && <AccessSources sources={data.accessSources} />}
      </DialogBody>
      <DialogFoot>
        <Link className={buttonClass('plain', 'form')} to={paths.member(resource.organizationId, userId)}>
          <ButtonContent>Go to the member</ButtonContent>
        </Link>
        <Button size="form" variant="primary" onClick={onClose}>
          {labels.close}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

function roleDescription({ kind }: Resource, role: Role | null): string {
  return role === null ? 'No access' : `${roleNames[role]}: ${roleDescriptionsFor(kind)[role]}`
}
