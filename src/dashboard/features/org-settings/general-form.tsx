import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { api } from '#contract/api.ts'
import type { Organization } from '#contract/organizations.ts'
import { MAX_DOMAINS } from '#contract/verified-domains.ts'
import { ChipsField } from '../../components/chips-field.tsx'
import { CheckboxField, PictureField, SelectField, TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { useVersionedForm } from '../../components/use-versioned-form.ts'
import { q, useApi } from '../../data/api.ts'
import { tidyDomain } from '../../lib/email-addresses.ts'
import { labels } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import { memberRoles, roleDescriptions, roleNames } from '../../lib/role-labels.ts'
import {
  type GeneralValues,
  generalBody,
  generalFields,
  generalValues,
  isBadDomain,
} from './general-values.ts'

const { update, get } = api.organizations

/** The general settings of an organization. */
export function GeneralForm({ organization }: { organization: Organization }) {
  const { form, editing } = useGeneralForm(organization)
  return (
    <section aria-label="General">
      <Form {...editing} form={form} schema={generalFields} shape="page" submit="Save settings">
        <TextField name="title" label="Title" autoComplete="off" />
        <PictureField
          name="logo"
          label="Logo"
          help="URL of a square image."
          otherwise={<span className="picture-letter">{organization.title.slice(0, 1).toUpperCase()}</span>}
        />
        <TextField
          name="hostname"
          label="Hostname"
          mono
          autoComplete="off"
          isOptional
          help="A short, unique name."
        />
        <SiteField organizationId={organization.id} />
        <Joining organizationId={organization.id} />
        <AiFeatures />
      </Form>
    </section>
  )
}

function useGeneralForm(organization: Organization) {
  const client = useQueryClient()
  const params = { organizationId: organization.id }
  const form = useForm<GeneralValues>({
    resolver: zodResolver(generalFields),
    defaultValues: generalValues(organization),
  })
  const save = useApi(update, { meta: { shown: 'in-form' } })
  const editing = useVersionedForm({
    form,
    object: organization,
    target: { organizationId: organization.id, type: 'organization', id: organization.id },
    valuesOf: generalValues,
    read: () => client.fetchQuery({ ...q(get, { params }), staleTime: 0 }),
    send: (values, now) => save.mutateAsync({ params, body: generalBody(values, now), ifMatch: now.version }),
    sending: save,
    onSaved: (saved) => client.setQueryData(q(get, { params }).queryKey, saved),
    savedMessage: ({ title }) => `Saved the settings of ${labels.quoted(title)}`,
  })
  return { form, editing }
}

/** Who can join, how and with which role. */
const Joining = ({ organizationId }: { organizationId: string }) => (
  <fieldset className="group">
    <legend className="group-name">Joining</legend>
    <ChipsField
      name="emailDomains"
      label="Email domains"
      isOptional
      placeholder="example.org"
      between={/[\s,;]+/}
      tidy={tidyDomain}
      isBad={isBadDomain}
      help={<EmailDomainsHelp organizationId={organizationId} />}
    />
    <SelectField
      name="defaultRole"
      label="Default role"
      choices={memberRoles.map((role) => ({
        value: role,
        label: `${roleNames[role]} – ${roleDescriptions[role]}`,
      }))}
    />
    <CheckboxField
      name="inviteLinks"
      label="Invite links"
      help="People can join through links that admins create. When off, no link works."
    />
  </fieldset>
)

const AiFeatures = () => (
  <fieldset className="group">
    <legend className="group-name">AI</legend>
    <CheckboxField
      name="ai"
      label="AI features"
      help="Sites can answer questions of readers with the language model that the operator of the service connected. When off, no page is sent to it."
    />
  </fieldset>
)

/** What email domains are for, and which of the saved ones have no effect yet. */
function EmailDomainsHelp({ organizationId }: { organizationId: string }) {
  const { data } = useQuery(
    q(api.verifiedDomains.list, { params: { organizationId }, query: { limit: MAX_DOMAINS } }),
  )
  const pending = data?.items.filter(({ joining, status }) => joining && status === 'pending') ?? []
  return (
    <>
      People with an address at these domains can join on their own once you’ve{' '}
      <Link to={paths.domains(organizationId)}>verified the domain</Link>.
      {pending.length > 0 && ` Not verified yet: ${pending.map(({ domain }) => domain).join(', ')}.`}
    </>
  )
}

/** The default site of the organization. */
function SiteField({ organizationId }: { organizationId: string }) {
  const { data, isPending } = useQuery(
    q(api.sites.list, { params: { organizationId }, query: { limit: 1000 } }),
  )
  const sites = data?.items ?? []
  return (
    <SelectField
      name="defaultContent"
      label="Default site"
      key={isPending ? 'reading' : 'there'}
      disabled={isPending}
      choices={[{ value: '', label: 'None' }, ...sites.map(({ id, title }) => ({ value: id, label: title }))]}
      help="Shown to people who don’t have access to anything else."
    />
  )
}
