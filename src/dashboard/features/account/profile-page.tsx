import { zodResolver } from '@hookform/resolvers/zod'
import { Check, CircleAlert } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import type { Session } from '#contract/sessions.ts'
import { uri } from '#contract/shared/values.ts'
import { displayName, type User, users } from '#contract/users.ts'
import { PictureField, TextField } from '../../components/fields.tsx'
import { Form } from '../../components/form.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Avatar, Status } from '../../components/ui/marks.tsx'
import { useApi } from '../../data/api.ts'
import { offerUndo } from '../../data/undo.ts'
import { toast } from '../../lib/toast.ts'
import { AccountHead } from './account-head.tsx'

/** Name and picture, and whether the email address is verified. */
export const ProfilePage = ({ session }: { session: Session }) => (
  <>
    <AccountHead part="Profile" />
    <div className="scroll">
      <div className="settings">
        <ProfileForm user={session.user} />
        <EmailAddress session={session} />
      </div>
    </div>
  </>
)

const fields = z.object({ displayName, photoURL: uri.or(z.literal('')) })
type Values = z.input<typeof fields>

const valuesOf = (user: User): Values => ({ displayName: user.displayName, photoURL: user.photoURL ?? '' })

function ProfileForm({ user }: { user: User }) {
  const form = useForm<Values>({ resolver: zodResolver(fields), defaultValues: valuesOf(user) })
  const put = ({ displayName: name, photoURL }: Values) => ({
    params: { userId: user.id },
    body: { displayName: name, photoURL: photoURL || null },
  })
  const undoing = useApi(api.users.update, {
    meta: { refused: 'Couldn’t undo the change to your profile' },
    onSuccess: (saved) => form.reset(valuesOf(saved)),
  })
  const update = useApi(api.users.update, {
    meta: { shown: 'in-form' },
    onSuccess: (saved) => {
      form.reset(valuesOf(saved))
      offerUndo('Saved your profile', () => undoing.mutate(put(valuesOf(user))))
    },
  })
  return (
    <section aria-label="Profile">
      <Form
        form={form}
        mutation={update}
        schema={users.update.body}
        shape="page"
        submit="Save profile"
        onSubmit={(values) => update.mutate(put(values))}
      >
        <TextField name="displayName" label="Name" autoComplete="name" />
        <PictureField
          name="photoURL"
          label="Picture"
          help="URL of your photo."
          isRound
          otherwise={<Avatar id={user.id} name={user.displayName} size="l" />}
        />
      </Form>
    </section>
  )
}

/** The email address, and a button that sends a verification link. */
function EmailAddress({ session }: { session: Session }) {
  const { email } = session.user
  const isVerified = session.account?.emailVerified === true
  const verification = useApi(api.sessions.requestEmailVerification, {
    meta: { refused: 'Couldn’t send the link' },
    onSuccess: () => toast.done(`Sent a link to ${email}`),
  })
  return (
    <section className="section-action" aria-labelledby="account-address">
      <div>
        <h2 id="account-address">Email address</h2>
        <p className="line">
          {email}
          {isVerified ? (
            <Status icon={Check}>Verified</Status>
          ) : (
            <Status icon={CircleAlert} tone="warning">
              Not verified
            </Status>
          )}
        </p>
        {!isVerified && (
          <p className="meta">
            With a verified address, you can join organizations that allow its domain. The link works once.
          </p>
        )}
      </div>
      {!isVerified && (
        <Button variant="outline" aria-busy={verification.isPending} onClick={() => verification.mutate({})}>
          Send link
        </Button>
      )}
    </section>
  )
}
