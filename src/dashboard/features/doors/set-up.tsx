import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { api } from '#contract/api.ts'
import type { Session } from '#contract/sessions.ts'
import { TextField } from '../../components/fields.tsx'
import { Form, FormFault, FormSubmit } from '../../components/form.tsx'
import { PasswordField } from '../../components/password-field.tsx'
import { Button } from '../../components/ui/button.tsx'
import { useWindowTitle } from '../../hooks/use-crumbs.ts'
import { useApi } from '../../lib/api.ts'
import { enter, sessionQuery } from '../../lib/session.ts'
import { FirstContent } from './first-content.tsx'
import { type SetUpStep, Stepper } from './stepper.tsx'

type Props = { link: string; step: SetUpStep; onStep: (step: SetUpStep) => void }

const { setUp } = api.sessions
const account = setUp.body.pick({ displayName: true, email: true, password: true })

/** Account and organization are sent together; the first content is chosen afterwards. */
export function SetUp({ link, step, onStep }: Props) {
  useWindowTitle('Set up Lectern')
  const client = useQueryClient()
  const [session, setSession] = useState<Session | undefined>(() =>
    client.getQueryData(sessionQuery.queryKey),
  )
  const form = useForm({
    resolver: zodResolver(setUp.body),
    defaultValues: { link, displayName: '', email: '', password: '', organization: '' },
  })
  const settingUp = useApi(setUp, {
    meta: { shown: 'in-form' },
    onSuccess: (made) => {
      enter(client, made)
      setSession(made)
      onStep('content')
    },
    onError: () => {
      if (Object.keys(form.formState.errors).some((name) => name in account.shape)) onStep('account')
    },
  })
  const isAccountGood = account.safeParse(form.getValues()).success
  const at = step === 'organization' && !isAccountGood ? 'account' : step
  const goOn = async () => {
    if (await form.trigger(['displayName', 'email', 'password'], { shouldFocus: true }))
      onStep('organization')
  }
  return (
    <div className="su">
      <Stepper at={at} email={session?.user.email ?? form.watch('email')} />
      <main className="su-main">
        <div className="su-col">
          {at === 'content' ? (
            <FirstContent session={session} />
          ) : (
            <Form
              form={form}
              mutation={settingUp}
              submit="Create organization"
              shape="bare"
              isGuarded={false}
              onSubmit={(body) => (at === 'account' ? void goOn() : settingUp.mutate({ body }))}
              onInvalid={() => at === 'account' && void goOn()}
            >
              {at === 'account' ? <Account /> : <Organization onBack={() => onStep('account')} />}
            </Form>
          )}
        </div>
      </main>
    </div>
  )
}

const Account = () => (
  <div>
    <p className="narrow meta faint su-step">Step 1 of 3</p>
    <h1>Make your account</h1>
    <p className="soft su-lede">You are the first admin. Others are invited later.</p>
    <div className="su-fields">
      <TextField name="displayName" label="Name" autoComplete="name" />
      <TextField name="email" label="E-mail" type="email" autoComplete="username" />
      <PasswordField
        name="password"
        label="Password"
        help="At least 12 characters"
        autoComplete="new-password"
      />
      <FormFault />
      <div className="line">
        <span className="grow" />
        <Button look="ink" size="form" type="submit">
          Continue
        </Button>
      </div>
    </div>
  </div>
)

const Organization = ({ onBack }: { onBack: () => void }) => (
  <div>
    <p className="narrow meta faint su-step">Step 2 of 3</p>
    <h1>Name your organization</h1>
    <p className="soft su-lede">
      Everything belongs to one organization: people, collections, spaces and sites. You can add another
      later.
    </p>
    <div className="su-fields">
      <TextField name="organization" label="Name" autoComplete="organization" />
      <FormFault />
      <div className="line">
        <Button size="form" onClick={onBack}>
          Back
        </Button>
        <span className="grow" />
        <FormSubmit />
      </div>
    </div>
  </div>
)
