import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Download, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { api } from '#contract/api.ts'
import type { Organization } from '#contract/organizations.ts'
import { TextField } from '../../components/fields.tsx'
import { Form, FormError } from '../../components/form.tsx'
import { SettingsHeader } from '../../components/settings-header.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../components/ui/dialog.tsx'
import { isApiError, q, useApi } from '../../data/api.ts'
import { exportMarkdown } from '../../data/exports.ts'
import { refetchSession } from '../../data/session.ts'
import { useActions } from '../../hooks/use-actions.ts'
import { labels, pluralize } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import { memberRoleOf, roleNames } from '../../lib/role-labels.ts'
import { toast } from '../../lib/toast.ts'
import { GeneralForm } from './general-form.tsx'

type Props = {
  organization: Organization
  isDeleting: boolean
  onDeleting: (is: boolean) => void
  /** The section of its variables. */
  variables: ReactNode
}

/** The general settings, export and deletion of an organization. */
export function GeneralPage({ organization, isDeleting, onDeleting, variables }: Props) {
  return (
    <>
      <SettingsHeader organization={organization} part="General" />
      <div className="scroll">
        <div className="settings">
          {organization.permissions.admin ? (
            <>
              <GeneralForm organization={organization} />
              {variables}
              <ExportOrganization organization={organization} />
              <DeleteOrganization organization={organization} isOpen={isDeleting} onOpenChange={onDeleting} />
            </>
          ) : (
            <>
              <GeneralFacts organization={organization} />
              {variables}
              <ExportOrganization organization={organization} />
            </>
          )}
        </div>
      </div>
    </>
  )
}

/** The settings for members who cannot change them. */
function GeneralFacts({ organization }: { organization: Organization }) {
  const { title, emailDomains, hostname, defaultRole, inviteLinks, ai, sso } = organization
  return (
    <section aria-label="General">
      <p className="soft">Only admins of {title} can change its settings.</p>
      <dl className="facts">
        <Fact name="Title">{title}</Fact>
        {hostname && <Fact name="Hostname">{hostname}</Fact>}
        <Fact name="Email domains">
          {emailDomains.length > 0 ? (
            emailDomains.join(', ')
          ) : (
            <FaintText>No one can join by email domain</FaintText>
          )}
        </Fact>
        <Fact name="Default role">{roleNames[memberRoleOf(defaultRole ?? null)]}</Fact>
        <Fact name="Invite links">{inviteLinks ? 'On' : 'Off'}</Fact>
        <Fact name="AI features">{ai ? 'On' : 'Off'}</Fact>
        <Fact name="Single sign-on">{sso ? 'Required' : 'Optional'}</Fact>
      </dl>
    </section>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const FaintText = ({ children }: { children: ReactNode }) => <span className="faint">{children}</span>

type DeleteOrganizationProps = {
  organization: Organization
  isOpen: boolean
  onOpenChange: (is: boolean) => void
}

/** Deletes the organization after the user typed its title. */
function DeleteOrganization({ organization, isOpen, onOpenChange }: DeleteOrganizationProps) {
  useActions([
    {
      id: 'delete-organization',
      label: `Delete ${organization.title}`,
      icon: Trash2,
      run: () => onOpenChange(true),
    },
  ])
  return (
    <section className="section-action" aria-labelledby="organization-end">
      <div>
        <h2 id="organization-end">Delete this organization</h2>
        <p>Everything in it is deleted permanently: spaces, sites, teams and memberships.</p>
      </div>
      <Button variant="danger-outline" icon={Trash2} onClick={() => onOpenChange(true)}>
        Delete organization
      </Button>
      {isOpen && <DeleteDialog organization={organization} onClose={() => onOpenChange(false)} />}
    </section>
  )
}

function DeleteDialog({ organization, onClose }: { organization: Organization; onClose: () => void }) {
  const { id, title } = organization
  const client = useQueryClient()
  const navigate = useNavigate()
  const form = useForm({ defaultValues: { title: '' } })
  const isConfirmed = form.watch('title').trim() === title
  const deletion = useApi(api.organizations.delete, {
    meta: { shown: 'in-form' },
    onSuccess: async () => {
      await refetchSession(client)
      await navigate({ to: paths.organizations })
      toast.done(`Deleted the organization ${labels.quoted(title)}`)
    },
    onError: (error) => {
      if (isApiError(error, 412))
        void client.invalidateQueries(q(api.organizations.get, { params: { organizationId: id } }))
    },
  })
  return (
    <Dialog
      title={`Delete the organization ${labels.quoted(title)}?`}
      description={<DeletionSummary organizationId={id} />}
      onClose={onClose}
    >
      <Form
        form={form}
        mutation={deletion}
        shape="bare"
        isGuarded={false}
        submit="Delete"
        onSubmit={(values) => {
          if (!isConfirmed) return form.setFocus('title')
          deletion.mutate({
            params: { organizationId: id },
            query: { title: values.title.trim() },
            ifMatch: organization.version,
          })
        }}
      >
        <DialogBody>
          <TextField name="title" label={`Type ${labels.quoted(title)} to confirm`} autoComplete="off" />
          <FormError />
        </DialogBody>
        <DialogFoot>
          <Button size="form" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="danger"
            size="form"
            aria-busy={deletion.isPending}
            disabledReason={isConfirmed ? undefined : 'Type the title to confirm'}
          >
            {`Delete ${title}`}
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}

/** How much is deleted. */
function DeletionSummary({ organizationId }: { organizationId: string }) {
  const input = { params: { organizationId }, query: { limit: 0 } }
  const spaces = useQuery(q(api.spaces.list, input)).data?.count
  const sites = useQuery(q(api.sites.list, input)).data?.count
  const members = useQuery(q(api.members.list, input)).data?.count
  if (spaces === undefined || sites === undefined || members === undefined)
    return <>Everything in it is deleted permanently. This can’t be undone.</>
  return (
    <>
      {pluralize(spaces, 'space')} and {pluralize(sites, 'site')} are deleted permanently, and{' '}
      {pluralize(members, 'person loses', 'people lose')} access. This can’t be undone.
    </>
  )
}

/** Exports everything the user can read. */
function ExportOrganization({ organization: { id, title } }: { organization: Organization }) {
  const run = () => exportMarkdown({ kind: 'organization', id, title })
  useActions([{ id: 'export-organization', label: `Export ${title} as Markdown`, icon: Download, run }])
  return (
    <section className="section-action" aria-labelledby="organization-export">
      <div>
        <h2 id="organization-export">Export</h2>
        <p>
          A zip of Markdown files with a folder for each space you have access to. You can import each folder
          again.
        </p>
      </div>
      <Button variant="outline" icon={Download} onClick={run}>
        Export as Markdown
      </Button>
    </section>
  )
}
