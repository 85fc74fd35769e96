import { useFormContext } from 'react-hook-form'
import { z } from 'zod'
import type { api } from '#contract/api.ts'
import type { Input } from '#contract/route.ts'
import { PasswordField, RadioField, TextAreaField, TextField } from '../../components/fields.tsx'
import styles from './git-sync.module.css'

/** The values of all kinds of credentials, so that none is lost when another kind is chosen. */
export const credentialsFields = z
  .object({
    type: z.enum(['token', 'ssh', 'none']),
    token: z.string().max(1000),
    username: z.string().max(200),
    privateKey: z.string().max(20_000),
  })
  .refine(({ type, token }) => type !== 'token' || token !== '', { path: ['token'], error: 'Enter a token' })
type CredentialsValues = z.infer<typeof credentialsFields>

export const emptyCredentials: CredentialsValues = { type: 'token', token: '', username: '', privateKey: '' }

type CredentialsInput = NonNullable<
  NonNullable<Input<typeof api.spaceGitSyncs.update>['body']>['credentials']
>

/** Only the values of the kind that is chosen; empty ones are left out. */
export function credentialsOf({ type, token, username, privateKey }: CredentialsValues): CredentialsInput {
  if (type === 'token') return { type, token, ...(username === '' ? {} : { username }) }
  if (type === 'ssh') return { type, ...(privateKey === '' ? {} : { privateKey }) }
  return { type }
}

type Type = CredentialsValues['type']

const types: readonly { value: Type; label: string; help: string }[] = [
  {
    value: 'token',
    label: 'Access token',
    help: 'It must be allowed to read and write the contents of the repository.',
  },
  {
    value: 'ssh',
    label: 'SSH key',
    help: 'Lectern creates a key for you to add to the repository, or uses one that you enter.',
  },
  {
    value: 'none',
    label: 'Nothing',
    help: 'For public repositories. Lectern can’t push to them, so edits here don’t reach Git.',
  },
]

/**
 * The kind of credentials and its values, in the field `credentials` of the form.
 * @param only the kinds that fit the URL of the repository
 */
export function CredentialsFields({ only }: { only?: readonly Type[] }) {
  const { watch } = useFormContext<{ credentials: CredentialsValues }>()
  const type = watch('credentials.type')
  return (
    <>
      {only?.length !== 1 && (
        <RadioField
          name="credentials.type"
          label="Sign in with"
          choices={types.filter(({ value }) => only?.includes(value) ?? true)}
        />
      )}
      {type === 'token' && (
        <div className={styles.pair}>
          <PasswordField
            name="credentials.token"
            label="Access token"
            autoComplete="new-password"
            help="Stored encrypted and never shown again."
          />
          <TextField
            name="credentials.username"
            label="Username"
            isOptional
            autoComplete="off"
            help="Most services accept any with a token."
          />
        </div>
      )}
      {type === 'ssh' && (
        <TextAreaField
          name="credentials.privateKey"
          label="Private key"
          isOptional
          mono
          help="In OpenSSH or PEM format, without a passphrase. Leave it empty to create a new key."
        />
      )}
    </>
  )
}
