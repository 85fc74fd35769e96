import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import { uri } from '#contract/shared/values.ts'
import type { PublishingAuth } from '#contract/site-publishing.ts'
import type { Site } from '#contract/sites.ts'
import { CodeSample } from '../../components/code-sample.tsx'
import { confirm } from '../../components/confirm.tsx'
import { TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { Button } from '../../components/ui/button.tsx'
import { CopyButton } from '../../components/ui/copy.tsx'
import { TextInput } from '../../components/ui/inputs.tsx'
import { ListSkeleton } from '../../components/ui/skeleton.tsx'
import { Failed } from '../../components/ui/states.tsx'
import { useApi } from '../../data/api.ts'
import { errorMessage } from '../../data/query-client.ts'
import { readSiteAudience } from '../../data/site-audience.ts'
import { offerUndo } from '../../data/undo.ts'
import { entranceRemovalEffect } from '../../lib/site-audience.ts'
import { toast } from '../../lib/toast.ts'
import styles from './audience.module.css'
import { authQuery } from './queries.ts'

type Props = { params: SiteParams; site: Site }

/** Visitor sign-in: the signing key, the sign-in addresses and sample code. */
export function VisitorAuth({ params, site }: Props) {
  const auth = useQuery(authQuery(params))
  return (
    <section aria-labelledby="visitor-auth">
      <h2 id="visitor-auth">Visitor sign-in</h2>
      <p className="soft">
        Your application sends readers here with a token in <code>jwt_token</code> that it signed (HS256) with
        this key.
      </p>
      {auth.isPending && <ListSkeleton />}
      {auth.isError && (
        <Failed
          title="Couldn’t load the key"
          reason={errorMessage(auth.error)}
          onRetry={() => void auth.refetch()}
        />
      )}
      {auth.data && (
        <>
          <PrivateKey params={params} auth={auth.data} />
          <SignInAddresses params={params} auth={auth.data} />
          <SignInSample site={site} />
        </>
      )}
    </section>
  )
}

function PrivateKey({ params, auth }: { params: SiteParams; auth: PublishingAuth }) {
  const [isShown, setIsShown] = useState(false)
  const client = useQueryClient()
  const { organizationId, siteId } = params
  const renewing = useApi(api.sitePublishing.regenerateAuth, {
    meta: { refused: 'Couldn’t replace the key' },
    onSuccess: (now) => {
      client.setQueryData(authQuery(params).queryKey, now)
      toast.done('Created a new key')
    },
  })
  const renew = async () => {
    const isSure = await confirm({
      title: 'Create a new key?',
      description:
        'Tokens signed with the old key stop working right away. Readers have to sign in again, and your application needs the new key.',
      action: 'Create a new key',
      danger: true,
    })
    if (isSure) renewing.mutate({ params: { organizationId, siteId } })
  }
  return (
    <div className={styles.key}>
      <TextInput
        mono
        readOnly
        aria-label="Private key"
        type={isShown ? 'text' : 'password'}
        autoComplete="off"
        value={auth.privateKey}
      />
      <Button variant="outline" size="form" aria-pressed={isShown} onClick={() => setIsShown(!isShown)}>
        {isShown ? 'Hide' : 'Show'}
      </Button>
      <CopyButton size="form" text={auth.privateKey} what="private key" />
      <Button
        variant="danger-outline"
        size="form"
        aria-busy={renewing.isPending}
        onClick={() => void renew()}
      >
        New key…
      </Button>
    </div>
  )
}

const optionalAddress = z.union([z.literal(''), uri])
const fields = z.object({ fallbackURL: optionalAddress, logoutURL: optionalAddress })

function SignInAddresses({ params, auth }: { params: SiteParams; auth: PublishingAuth }) {
  const client = useQueryClient()
  const { organizationId, siteId } = params
  const values = { fallbackURL: auth.fallbackURL ?? '', logoutURL: auth.logoutURL ?? '' }
  const form = useForm({ resolver: zodResolver(fields), values })
  const show = (now: PublishingAuth) => client.setQueryData(authQuery(params).queryKey, now)
  const undoing = useApi(api.sitePublishing.updateAuth, {
    meta: { refused: 'Couldn’t undo the change to the URLs' },
    onSuccess: show,
  })
  const saving = useApi(api.sitePublishing.updateAuth, {
    meta: { shown: 'in-form' },
    onSuccess: (now) => {
      show(now)
      const { backend, fallbackURL = null, logoutURL = null } = auth
      const body = { backend, fallbackURL, logoutURL }
      offerUndo('Saved the URLs of visitor sign-in', () =>
        undoing.mutate({ params: { organizationId, siteId }, body }),
      )
    },
  })
  /** Asks before a published site loses its sign-in URL. */
  const confirmRemoval = async () => {
    const readers = auth.fallbackURL ? await readSiteAudience(client, params) : undefined
    const effect = readers && entranceRemovalEffect(readers, 'visitor-auth')
    return (
      effect === undefined ||
      confirm({
        title: 'Remove the sign-in URL?',
        description: `${effect} You can undo this.`,
        action: 'Remove sign-in URL',
        danger: true,
      })
    )
  }
  return (
    <Form
      form={form}
      mutation={saving}
      schema={fields}
      shape="page"
      submit="Save URLs"
      onSubmit={async ({ fallbackURL, logoutURL }) => {
        if (!fallbackURL && !(await confirmRemoval())) return
        saving.mutate({
          params: { organizationId, siteId },
          body: { backend: auth.backend, fallbackURL: fallbackURL || null, logoutURL: logoutURL || null },
        })
      }}
    >
      <TextField
        name="fallbackURL"
        label="Sign-in URL"
        type="url"
        isOptional
        placeholder="https://"
        help="Readers without a token are sent to this URL. Its “location” parameter contains the path they wanted to open."
      />
      <TextField
        name="logoutURL"
        label="Sign-out URL"
        type="url"
        isOptional
        placeholder="https://"
        help="Where readers go after /~sign-out."
      />
    </Form>
  )
}

function SignInSample({ site }: { site: Site }) {
  const address = site.urls.published ?? `https://docs.example.org/sites/${site.basename ?? ''}/`
  return (
    <CodeSample
      label="Sample language"
      choices={sampleLanguages}
      textOf={(language) => sampleCode(language, address)}
    />
  )
}

type SampleLanguage = 'node' | 'python'
export const sampleLanguages = [
  { value: 'node', label: 'Node' },
  { value: 'python', label: 'Python' },
] as const

/** Sample code with which an application signs its users in to a site. */
const sampleCode = (language: SampleLanguage, address: string): string =>
  language === 'node' ? node(address) : python(address)

const node = (address: string): string => `import { SignJWT } from 'jose'

const key = new TextEncoder().encode(process.env.VISITOR_KEY)

app.get('/docs-sign-in', async (request, response) => {
  const token = await new SignJWT({ plan: request.user.plan })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('2h')
    .sign(key)
  const to = new URL(request.query.location ?? '', '${address}')
  if (!to.href.startsWith('${address}')) return response.sendStatus(400)
  to.searchParams.set('jwt_token', token)
  response.redirect(to.href)
})
`

const python = (address: string): string => `import os, time
from urllib.parse import quote

import jwt  # PyJWT

def docs_sign_in(user, location=""):
    claims = {"plan": user.plan, "exp": int(time.time()) + 7200}
    token = jwt.encode(claims, os.environ["VISITOR_KEY"], algorithm="HS256")
    return redirect("${address}" + quote(location.lstrip("/")) + "?jwt_token=" + token)
`
