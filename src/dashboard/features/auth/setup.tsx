import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { BookOpen, Check, ChevronRight, FilePlusCorner, type LucideIcon, Upload } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useForm, useFormContext } from 'react-hook-form'
import { api } from '#contract/api.ts'
import type { Session } from '#contract/sessions.ts'
import styles from '../../components/auth-layout.module.css'
import { TextField } from '../../components/fields.tsx'
import { Form, FormError, FormSubmit, useFirstFocus } from '../../components/form.tsx'
import { Button, ButtonContent, buttonClass } from '../../components/ui/button.tsx'
import { Glyph, Icon } from '../../components/ui/icon.tsx'
import { useApi } from '../../data/api.ts'
import { sessionQuery, startSession } from '../../data/session.ts'
import { useWindowTitle } from '../../hooks/use-breadcrumbs.ts'
import { productVersion } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import { NewAccountFields } from './new-account-fields.tsx'

type Props = { link: string; step: SetupStep; onStep: (step: SetupStep) => void }

const { setUp } = api.sessions
const account = setUp.body.pick({ displayName: true, email: true, password: true })

/** Creates the first account and organization in one request, then offers ways to add content. */
export function SetupPage({ link, step, onStep }: Props) {
  useWindowTitle('Set up Lectern')
  const client = useQueryClient()
  const [session, setSession] = useState<Session | undefined>(() =>
    client.getQueryData(sessionQuery.queryKey),
  )
  const form = useForm({
    resolver: zodResolver(setUp.body),
    defaultValues: { link, displayName: '', email: '', password: '', organization: '' },
  })
  const setupMutation = useApi(setUp, {
    meta: { shown: 'in-form' },
    onSuccess: (made) => {
      startSession(client, made)
      setSession(made)
      onStep('content')
    },
    onError: () => {
      if (Object.keys(form.formState.errors).some((name) => name in account.shape)) onStep('account')
    },
  })
  const isAccountValid = account.safeParse(form.getValues()).success
  const currentStep = step === 'organization' && !isAccountValid ? 'account' : step
  const next = async () => {
    if (!(await form.trigger(['displayName', 'email', 'password'], { shouldFocus: true }))) return
    // The next step has not been filled in yet, so its field is not wrong.
    form.clearErrors('organization')
    onStep('organization')
  }
  return (
    <div className={styles.su}>
      <Stepper currentStep={currentStep} email={session?.user.email ?? form.watch('email')} />
      <main className={styles.main}>
        <div className={styles.col}>
          {currentStep === 'content' ? (
            <FirstContent session={session} />
          ) : (
            <Form
              form={form}
              mutation={setupMutation}
              submit="Create organization"
              shape="bare"
              isGuarded={false}
              onSubmit={(body) => (currentStep === 'account' ? void next() : setupMutation.mutate({ body }))}
              onInvalid={() => currentStep === 'account' && void next()}
            >
              {currentStep === 'account' ? <Account /> : <Organization onBack={() => onStep('account')} />}
            </Form>
          )}
        </div>
      </main>
    </div>
  )
}

const Account = () => (
  <div>
    <p className={clsx('narrow meta faint', styles.suStep)}>Step 1 of 3</p>
    <h1>Create your account</h1>
    <p className={clsx('soft', styles.suLede)}>You’ll be the first admin. You can invite others later.</p>
    <div className={styles.suFields}>
      <NewAccountFields />
      <FormError />
      <div className="line">
        <span className="grow" />
        <Button variant="primary" size="form" type="submit">
          Continue
        </Button>
      </div>
    </div>
  </div>
)

function Organization({ onBack }: { onBack: () => void }) {
  useFirstFocus(useFormContext(), 'organization')
  return (
    <div>
      <p className={clsx('narrow meta faint', styles.suStep)}>Step 2 of 3</p>
      <h1>Name your organization</h1>
      <p className={clsx('soft', styles.suLede)}>
        Everything belongs to one organization: people, collections, spaces and sites. You can add another
        later.
      </p>
      <div className={styles.suFields}>
        <TextField name="organization" label="Name" autoComplete="organization" />
        <FormError />
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
}

/** Links to three ways of adding the first content. */
function FirstContent({ session }: { session: Session | undefined }) {
  const organization = session?.organizations[0]
  if (!organization) {
    return (
      <>
        <h1>You are set up</h1>
        <p className={clsx('soft', styles.suLede)}>Sign in to start.</p>
        <Link to="/sign-in" className={buttonClass('primary', 'form')}>
          <ButtonContent>Sign in</ButtonContent>
        </Link>
      </>
    )
  }
  const { id, title } = organization
  return (
    <>
      <p className={clsx('narrow meta faint', styles.suStep)}>Step 3 of 3</p>
      <h1>Add your first content</h1>
      <p className={clsx('soft', styles.suLede)}>{title} is ready. You can also do this later.</p>
      <div className={styles.choices}>
        <Choice to={paths.imports(id)} icon={Upload} title="Import your documentation">
          A website, or a folder or zip of Markdown
        </Choice>
        <Choice to={paths.home(id)} icon={BookOpen} title="Explore the demo">
          The demo space explains Lectern with its own pages
        </Choice>
        <Choice to={`${paths.library(id)}?new=space`} icon={FilePlusCorner} title="Start with an empty space">
          A space contains the pages about one subject
        </Choice>
      </div>
    </>
  )
}

type ChoiceProps = { to: string; icon: LucideIcon; title: string; children: ReactNode }

const Choice = ({ to, icon, title, children }: ChoiceProps) => (
  <a className={styles.choice} href={to}>
    <Icon of={icon} />
    <div>
      <b className="name">{title}</b>
      <p>{children}</p>
    </div>
    <Icon of={ChevronRight} />
  </a>
)

type SetupStep = 'account' | 'organization' | 'content'

const steps = ['account', 'organization', 'content'] as const
const titles = { account: 'Your account', organization: 'Organization', content: 'First content' }
const descriptions = {
  account: 'Name, email, password',
  organization: 'Name of your company or team',
  content: 'Import, sample or empty',
}

/** The steps of the setup, with the current one marked. */
const Stepper = ({ currentStep, email }: { currentStep: SetupStep; email: string | undefined }) => (
  <aside className={styles.side}>
    <p className="brand">
      <Glyph />
      Lectern
    </p>
    <ol className={styles.stepper} aria-label="Steps">
      {steps.map((step, index) => {
        const currentIndex = steps.indexOf(currentStep)
        const isDone = index < currentIndex
        return (
          <li
            key={step}
            className={clsx(styles.step, isDone ? 'is-done' : index === currentIndex ? 'is-now' : 'is-next')}
            aria-current={index === currentIndex ? 'step' : undefined}
          >
            <span className="n num">{isDone ? <Icon of={Check} size="xs" /> : index + 1}</span>
            <span>
              <b>{titles[step]}</b>
              <small>{step === 'account' && isDone && email ? email : descriptions[step]}</small>
            </span>
          </li>
        )
      })}
    </ol>
    <p className={clsx(styles.ver, 'meta faint')}>Version {productVersion}</p>
  </aside>
)
