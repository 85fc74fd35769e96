import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronDown, PenLine, UserPlus } from 'lucide-react'
import { useController, useForm } from 'react-hook-form'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import type { ChangeRequest } from '#contract/change-requests.ts'
import type { MergeCheck } from '#contract/merge-checks.ts'
import type { Space } from '#contract/spaces.ts'
import { RadioField, TextAreaField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { MemberPicker, type PickedMember } from '../../components/member-picker.tsx'
import { type PickedTeam, TeamPicker, teamsQuery } from '../../components/team-picker.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Menu, MenuItem } from '../../components/ui/menu.tsx'
import { useApi } from '../../data/api.ts'
import { useActions } from '../../hooks/use-actions.ts'
import { quotedSubject } from '../../lib/change-request-labels.ts'
import { pluralize } from '../../lib/labels.ts'
import { toast } from '../../lib/toast.ts'
import styles from './change-request.module.css'
import { isActive, mergeCheckQuery, type OnRequestSearch, paramsOf, type RequestRef } from './queries.ts'
import type { RequestSearch } from './search-params.ts'

type Props = {
  at: RequestRef
  space: Space
  request: ChangeRequest
  search: RequestSearch
  onSearch: OnRequestSearch
}

/** Reviews the request or requests reviews from others. */
export function ReviewMenu({ at, space, request, search, onSearch }: Props) {
  const { review, edit } = space.permissions
  const canReview = review && isActive(request)
  const canRequest = edit && isActive(request)
  const close = () => onSearch({ dialog: undefined })
  useActions([
    ...(canReview
      ? [
          {
            id: 'review',
            label: 'Review this change request',
            icon: PenLine,
            keys: 'v',
            run: () => onSearch({ dialog: 'review' }),
          },
        ]
      : []),
    ...(canRequest
      ? [
          {
            id: 'ask',
            label: 'Ask for review',
            icon: UserPlus,
            run: () => onSearch({ dialog: 'ask' }),
          },
        ]
      : []),
  ])
  if (!canReview && !canRequest) return null
  return (
    <>
      {request.status === 'draft' && canRequest ? (
        <Button variant="primary" icon={UserPlus} onClick={() => onSearch({ dialog: 'ask' })}>
          Ask for review
        </Button>
      ) : (
        <Menu
          trigger={
            <Button variant="outline">
              <span className={styles.review}>
                Review
                <Icon of={ChevronDown} size="s" />
              </span>
            </Button>
          }
        >
          {canReview && (
            <MenuItem icon={PenLine} keys="v" onSelect={() => onSearch({ dialog: 'review' })}>
              Add review
            </MenuItem>
          )}
          {canRequest && (
            <MenuItem icon={UserPlus} onSelect={() => onSearch({ dialog: 'ask' })}>
              Ask for review
            </MenuItem>
          )}
        </Menu>
      )}
      {search.dialog === 'review' && canReview && <ReviewDialog at={at} request={request} onClose={close} />}
      {search.dialog === 'ask' && canRequest && (
        <RequestReviewDialog at={at} space={space} request={request} onClose={close} />
      )}
    </>
  )
}

const fields = z.object({ status: z.enum(['approved', 'changes-requested']), comment: z.string() })

type ReviewDialogProps = { at: RequestRef; request: ChangeRequest; onClose: () => void }

/** Submits a review of the current revision. */
function ReviewDialog({ at, request, onClose }: ReviewDialogProps) {
  const form = useForm<z.infer<typeof fields>>({
    resolver: zodResolver(fields),
    defaultValues: { status: 'approved', comment: '' },
  })
  const name = quotedSubject(request)
  const creation = useApi(api.changeRequestReviews.create, {
    meta: { shown: 'in-form' },
    onSuccess: ({ status }) => {
      onClose()
      toast.done(status === 'approved' ? `Approved ${name}` : `Requested changes in ${name}`)
    },
  })
  return (
    <Dialog
      title={`Review ${name}`}
      description="Your review applies to the current version. Later edits need a new review."
      onClose={onClose}
    >
      <Form
        form={form}
        mutation={creation}
        schema={fields}
        submit="Submit review"
        onCancel={onClose}
        onSubmit={({ status, comment }) =>
          creation.mutate({
            params: paramsOf(at),
            body: { status, ...(comment.trim() === '' ? {} : { comment: { markdown: comment.trim() } }) },
          })
        }
      >
        <RadioField
          name="status"
          label="Decision"
          choices={[
            { value: 'approved', label: 'Approve', help: 'It can be merged as is.' },
            { value: 'changes-requested', label: 'Request changes', help: 'It shouldn’t be merged yet.' },
          ]}
        />
        <TextAreaField name="comment" label="Comment" isOptional />
      </Form>
    </Dialog>
  )
}

type RequestReviewDialogProps = { at: RequestRef; space: Space; request: ChangeRequest; onClose: () => void }

const reviewers = z
  .object({ people: z.array(z.custom<PickedMember>()), teams: z.array(z.custom<PickedTeam>()) })
  .refine(({ people, teams }) => people.length + teams.length > 0, {
    path: ['people'],
    message: 'Choose at least one reviewer',
  })
type Reviewers = z.infer<typeof reviewers>

/** Requests reviews, which opens a draft. */
function RequestReviewDialog({ at, space, request, onClose }: RequestReviewDialogProps) {
  const check = useQueryClient().getQueryData(mergeCheckQuery(at).queryKey)
  const form = useForm<Reviewers>({
    resolver: zodResolver(reviewers),
    defaultValues: awaitedReviewers(check, request.createdBy.id),
  })
  const reviewRequest = useApi(api.changeRequestReviews.request, {
    meta: { shown: 'in-form' },
    onSuccess: () => {
      const { people, teams } = form.getValues()
      const [only, ...others] = [...people, ...teams]
      onClose()
      toast.done(
        `Requested a review from ${others.length === 0 ? only?.name : pluralize(1 + others.length, 'reviewer')}`,
      )
    },
  })
  return (
    <Dialog
      title={`Ask for a review of ${quotedSubject(request)}`}
      description={request.status === 'draft' ? 'This also opens the draft for review.' : undefined}
      onClose={onClose}
    >
      <Form
        form={form}
        mutation={reviewRequest}
        submit="Ask for review"
        isGuarded={false}
        onCancel={onClose}
        onSubmit={({ people, teams }) =>
          reviewRequest.mutate({
            params: paramsOf(at),
            body: {
              ...(people.length === 0 ? {} : { users: people.map(({ id }) => id) }),
              ...(teams.length === 0 ? {} : { teams: teams.map(({ id }) => id) }),
            },
          })
        }
      >
        <ReviewersField organizationId={space.organization} authorId={request.createdBy.id} />
        <TeamsField organizationId={space.organization} />
      </Form>
    </Dialog>
  )
}

/** The people and teams whose approval the merge rules require, and whose review isn’t requested yet. */
function awaitedReviewers(check: MergeCheck | undefined, authorId: string): Reviewers {
  const obstacles = check?.obstacles ?? []
  const requested = new Set(
    obstacles.flatMap((one) => {
      if (one.type === 'review-requested') return [one.user.id]
      return one.type === 'team-review-requested' ? [one.team.id] : []
    }),
  )
  const awaited = (check?.rules ?? []).flatMap(({ rule, waitingFor }) =>
    rule.rule === 'require_specific_reviewers' && waitingFor !== undefined ? [waitingFor] : [],
  )
  const users = awaited.flatMap((one) => one.users.map(({ id, displayName }) => ({ id, name: displayName })))
  const teams = awaited.flatMap((one) => one.teams.map(({ id, title }) => ({ id, name: title })))
  const unrequested = (all: readonly PickedMember[]) =>
    [...new Map(all.map((one) => [one.id, one])).values()].filter(({ id }) => !requested.has(id))
  return { people: unrequested(users).filter(({ id }) => id !== authorId), teams: unrequested(teams) }
}

function ReviewersField({ organizationId, authorId }: { organizationId: string; authorId: string }) {
  const { field, fieldState } = useController<Reviewers, 'people'>({ name: 'people' })
  return (
    <Field label="People" error={fieldState.error?.message}>
      {(tied) => (
        <MemberPicker
          {...tied}
          many
          takesAddresses={false}
          disabledReasonOf={({ id }) => (id === authorId ? 'Author' : undefined)}
          organizationId={organizationId}
          label="Members"
          selected={field.value}
          onChange={field.onChange}
        />
      )}
    </Field>
  )
}

/** Teams, if the organization has any. */
function TeamsField({ organizationId }: { organizationId: string }) {
  const { field } = useController<Reviewers, 'teams'>({ name: 'teams' })
  const { data } = useQuery(teamsQuery(organizationId))
  if (data === undefined || data.items.length === 0) return null
  return (
    <Field label="Teams" help="One review by a member is enough.">
      {(tied) => (
        <TeamPicker
          {...tied}
          organizationId={organizationId}
          selected={field.value}
          onChange={field.onChange}
        />
      )}
    </Field>
  )
}
