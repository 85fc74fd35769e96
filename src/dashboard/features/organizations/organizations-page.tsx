import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Building2, Plus } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { api } from '#contract/api.ts'
import type { Organization } from '#contract/organizations.ts'
import type { Session } from '#contract/sessions.ts'
import { TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { OrganizationLogo } from '../../components/organization-logo.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { Empty } from '../../components/ui/states.tsx'
import { q, useApi } from '../../data/api.ts'
import { refetchSession } from '../../data/session.ts'
import { useActions } from '../../hooks/use-actions.ts'
import { useBreadcrumbs } from '../../hooks/use-breadcrumbs.ts'
import { paths } from '../../lib/paths.ts'
import { roleNames } from '../../lib/role-labels.ts'
import { toast } from '../../lib/toast.ts'
import styles from './organizations.module.css'

type Props = { session: Session; isCreating: boolean; onCreating: (isCreating: boolean) => void }

/** The user’s organizations, those they can join, and a button to create one. */
export function OrganizationsPage({ session, isCreating, onCreating }: Props) {
  const { organizations } = session
  const onNew = () => onCreating(true)
  useBreadcrumbs([{ title: 'Organizations' }])
  useActions([{ id: 'organization', label: 'New organization', icon: Building2, keys: 'c', run: onNew }])
  return (
    <>
      <div className="page-head">
        <div className="title-row">
          <h1>Organizations</h1>
          <div className="actions">
            <Button variant="primary" icon={Plus} onClick={onNew}>
              New organization
            </Button>
          </div>
        </div>
      </div>
      <div className="scroll">
        {organizations.length === 0 ? (
          <Empty title="You don’t have access to an organization">
            Create one, or ask an admin to invite you.
          </Empty>
        ) : (
          <ul className={clsx('rows', styles.list, styles.own)}>
            {organizations.map((organization) => (
              <OrganizationRow key={organization.id} {...organization} />
            ))}
          </ul>
        )}
        <JoinableOrganizations session={session} />
      </div>
      {isCreating && <NewOrganizationDialog onClose={() => onCreating(false)} />}
    </>
  )
}

const OrganizationRow = ({ id, title, role, logo }: Session['organizations'][number]) => (
  <li className={clsx('row', styles.row)}>
    <div className="cell">
      <OrganizationLogo title={title} logo={logo} />
      <Link className="name truncate" to={paths.home(id)}>
        {title}
      </Link>
    </div>
    <div className="cell soft">{roleNames[role ?? 'guest']}</div>
  </li>
)

const domainOf = (email: string | undefined): string | undefined => email?.split('@').at(1)?.toLowerCase()

/** Organizations that anyone with a verified email address of the user’s domain can join. */
function JoinableOrganizations({ session }: { session: Session }) {
  const emailDomain = domainOf(session.user.email)
  const { data } = useQuery({
    ...q(api.organizations.listByEmailDomain, { params: { emailDomain: emailDomain ?? '' } }),
    enabled: emailDomain !== undefined && session.account?.emailVerified === true,
  })
  const joinable =
    data?.organizations.filter(({ id }) => !session.organizations.some((own) => own.id === id)) ?? []
  if (joinable.length === 0) return null
  return (
    <section aria-labelledby="joinable">
      <h2 className={styles.head} id="joinable">
        Open to everyone at {emailDomain}
      </h2>
      <ul className={clsx('rows', styles.list)}>
        {joinable.map((organization) => (
          <JoinRow key={organization.id} organization={organization} />
        ))}
      </ul>
    </section>
  )
}

function JoinRow({ organization: { id, title } }: { organization: Organization }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const joinMutation = useApi(api.organizations.join, {
    meta: { refused: `Couldn’t join “${title}”` },
    onSuccess: async () => {
      await refetchSession(client)
      toast.done(`Joined “${title}”`)
      await navigate({ to: paths.home(id) })
    },
  })
  return (
    <li className={clsx('row', styles.row)}>
      <div className="cell">
        <OrganizationLogo title={title} />
        <span className="name truncate">{title}</span>
      </div>
      <div className="cell">
        <Button
          size="small"
          aria-label={`Join ${title}`}
          onClick={() => !joinMutation.isPending && joinMutation.mutate({ params: { organizationId: id } })}
        >
          Join
        </Button>
      </div>
    </li>
  )
}

const { create } = api.organizations
const fields = create.body.pick({ title: true })

/** Creates an organization and opens it. */
function NewOrganizationDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const form = useForm({ resolver: zodResolver(fields), defaultValues: { title: '' } })
  const creation = useApi(create, {
    meta: { shown: 'in-form' },
    onSuccess: async ({ id }) => {
      await refetchSession(client)
      await navigate({ to: paths.home(id) })
    },
  })
  return (
    <Dialog
      title="New organization"
      description="It has its own members, spaces and sites. You become its admin."
      onClose={onClose}
    >
      <Form
        form={form}
        mutation={creation}
        schema={fields}
        submit="Create organization"
        onCancel={onClose}
        onSubmit={(body) => creation.mutate({ body })}
      >
        <TextField name="title" label="Title" autoComplete="organization" />
      </Form>
    </Dialog>
  )
}
