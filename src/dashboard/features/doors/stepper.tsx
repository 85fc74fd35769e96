import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { Glyph, Icon } from '../../components/ui/icon.tsx'
import { productVersion } from '../../lib/version.ts'

export type SetUpStep = 'account' | 'organization' | 'content'

const steps = ['account', 'organization', 'content'] as const
const names = { account: 'Your account', organization: 'Organization', content: 'First content' }
const about = {
  account: 'Name, e-mail, password',
  organization: 'Its name',
  content: 'Import, sample or empty',
}

/** How far one has come. */
export const Stepper = ({ at, email }: { at: SetUpStep; email: string | undefined }) => (
  <aside className="su-side">
    <p className="brand">
      <Glyph />
      Lectern
    </p>
    <ol className="stepper" aria-label="Steps">
      {steps.map((step, index) => {
        const now = steps.indexOf(at)
        const isDone = index < now
        return (
          <li
            key={step}
            className={clsx('step', isDone ? 'is-done' : index === now ? 'is-now' : 'is-next')}
            aria-current={index === now ? 'step' : undefined}
          >
            <span className="n num">{isDone ? <Icon of={Check} size="xs" /> : index + 1}</span>
            <span>
              <b>{names[step]}</b>
              <small>{step === 'account' && isDone && email ? email : about[step]}</small>
            </span>
          </li>
        )
      })}
    </ol>
    <p className="su-ver meta faint">Version {productVersion}</p>
  </aside>
)
