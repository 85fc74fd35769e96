import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import { uri } from '#contract/shared/values.ts'
import type { PublishingAuth } from '#contract/site-publishing.ts'
import type { Site } from '#contract/sites.ts'
import { CodeSample } from '../../components/code-sample.tsx'
import { confirm } from '../../components/confirm-store.ts'
import { TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { Button } from '../../components/ui/button.tsx'
import { CopyButton } from '../../components/ui/copy.tsx'
import { TextInput } from '../../components/ui/inputs.tsx'
import { ListSkeleton } from '../../components/ui/skeleton.tsx'
import { Failed } from '../../components/ui/states.tsx'
import { useApi } from '../../lib/api.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { toast } from '../../lib/toasts.ts'
import { authQuery, type SitePlace } from './audience-queries.ts'
import { sampleIn, sampleLanguages } from './sample-code.ts'

type Props = { place: SitePlace; site: Site }

/** How visitors show who they are: the key that your application signs with, and where it is. */
export function VisitorAuth({ place, site }: Props) {
  const read = useQuery(authQuery(place))
  return (
    <section aria-labelledby="visitor-auth">
      <h2 id="visitor-auth">Visitor sign-in</h2>
      <p className="soft">
        Your application sends readers here with a token in <code>jwt_token</code> that it signed (HS256) with
        this key.
      </p>
      {read.isPending && <ListSkeleton />}
      {read.isError && (
        <Failed
          title="The key could not be loaded"
          reason={reasonOf(read.error)}
          onRetry={() => void read.refetch()}
        />
      )}
      {read.data && (
        <>
          <Key place={place} auth={read.data} />
          <Addresses place={place} auth={read.data} />
          <Sample site={site} />
        </>
      )}
    </section>
  )
}

function Key({ place, auth }: { place: SitePlace; auth: PublishingAuth }) {
  const [isShown, setIsShown] = useState(false)
  const client = useQueryClient()
  const { organizationId, siteId } = place
  const renewing = useApi(api.sitePublishing.regenerateAuth, {
    meta: { refused: 'The key stays as it is' },
    onSuccess: (now) => {
      client.setQueryData(authQuery(place).queryKey, now)
      toast.done('Made a new key')
    },
  })
  const renew = async () => {
    const isSure = await confirm({
      title: 'Make a new key?',
      description:
        'Tokens signed with the old one are refused at once, so readers have to sign in again, and your application needs the new key.',
      act: 'Make a new key',
      danger: true,
    })
    if (isSure) renewing.mutate({ params: { organizationId, siteId } })
  }
  return (
    <div className="audience-key">
      <TextInput
        mono
        readOnly
        aria-label="Private key"
        type={isShown ? 'text' : 'password'}
        autoComplete="off"
        value={auth.privateKey}
      />
      <Button look="line" size="form" aria-pressed={isShown} onClick={() => setIsShown(!isShown)}>
        {isShown ? 'Hide' : 'Show'}
      </Button>
      <CopyButton size="form" text={auth.privateKey} what="private key" />
      <Button look="danger-line" size="form" aria-busy={renewing.isPending} onClick={() => void renew()}>
        New key…
      </Button>
    </div>
  )
}

const optionalAddress = z.union([z.literal(''), uri])
const fields = z.object({ fallbackURL: optionalAddress, logoutURL: optionalAddress })

function Addresses({ place, auth }: { place: SitePlace; auth: PublishingAuth }) {
  const client = useQueryClient()
  const { organizationId, siteId } = place
  const values = { fallbackURL: auth.fallbackURL ?? '', logoutURL: auth.logoutURL ?? '' }
  const form = useForm({ resolver: zodResolver(fields), values })
  const saving = useApi(api.sitePublishing.updateAuth, {
    meta: { shown: 'in-form' },
    onSuccess: (now) => {
      client.setQueryData(authQuery(place).queryKey, now)
      toast.done('Saved the addresses of visitor sign-in')
    },
  })
  return (
    <Form
      form={form}
      mutation={saving}
      schema={fields}
      shape="page"
      submit="Save addresses"
      onSubmit={({ fallbackURL, logoutURL }) =>
        saving.mutate({
          params: { organizationId, siteId },
          body: { backend: auth.backend, fallbackURL: fallbackURL || null, logoutURL: logoutURL || null },
        })
      }
    >
      <TextField
        name="fallbackURL"
        label="Sign-in address"
        type="url"
        isOptional
        placeholder="https://"
        help="Readers without a token are sent there, with “location” telling where they wanted to."
      />
      <TextField
        name="logoutURL"
        label="Sign-out address"
        type="url"
        isOptional
        placeholder="https://"
        help="Where readers go after /~sign-out."
      />
    </Form>
  )
}

function Sample({ site }: { site: Site }) {
  const address = site.urls.published ?? `https://docs.example.org/sites/${site.basename ?? ''}/`
  return (
    <CodeSample
      label="Language of the sample"
      choices={sampleLanguages}
      textOf={(language) => sampleIn(language, address)}
    />
  )
}
