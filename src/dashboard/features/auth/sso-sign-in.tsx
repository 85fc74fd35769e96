import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import type { SsoLogin } from '#contract/sso.ts'
import styles from '../../components/auth-layout.module.css'
import { ButtonContent, buttonClass } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { callApi, keyOf } from '../../data/api.ts'
import { useDebounced } from '../../hooks/use-debounced.ts'

const DEBOUNCE_MS = 400
const { findLogins } = api.sso

/** The providers for an email address, once it is complete. Only its domain counts. */
export function useSsoLogins(email: string) {
  const address = useDebounced(email.trim(), DEBOUNCE_MS)
  const { data } = useQuery({
    queryKey: keyOf(findLogins, address.slice(address.lastIndexOf('@') + 1).toLowerCase()),
    queryFn: () => callApi(findLogins, { body: { email: address } }),
    enabled: z.email().safeParse(address).success,
    retry: false,
    staleTime: 60_000,
  })
  return data ?? { logins: [], required: false }
}

type ButtonsProps = { logins: readonly SsoLogin[]; to: string | undefined; isPrimary: boolean }

/** One button per provider, which leaves for the provider. */
export const SsoButtons = ({ logins, to, isPrimary }: ButtonsProps) => (
  <div className={styles.providers}>
    {logins.map(({ id, label, startURL }, index) => (
      <a
        key={id}
        className={buttonClass(isPrimary && index === 0 ? 'primary' : 'outline', 'form', styles.wide)}
        href={startAddress(startURL, to)}
      >
        <ButtonContent>Continue with {label}</ButtonContent>
      </a>
    ))}
  </div>
)

/** The service may be opened at another address than its own, such as in development. */
function startAddress(startURL: string, to: string | undefined): string {
  const { pathname } = new URL(startURL)
  return to === undefined ? pathname : `${pathname}?${new URLSearchParams({ return: to })}`
}

/** Why single sign-on did not work, as far as people should know. */
export const ssoFailures = ['failed', 'expired', 'no-access', 'suspended', 'linked-elsewhere'] as const
export type SsoFailure = (typeof ssoFailures)[number]

const failureMessages: Readonly<Record<SsoFailure, string>> = {
  failed:
    'Single sign-on failed. Try again. If it keeps failing, ask an admin of your organization to test the provider.',
  expired: 'The sign-in took too long or was completed in another browser. Try again.',
  'no-access':
    'Your provider account has no access here yet. Sign in another way and open your organization, or ask an admin.',
  suspended: 'Your account is suspended in this organization. Ask an admin.',
  'linked-elsewhere':
    'This provider account is linked to another Lectern account. Sign out at the provider and use your account.',
}

export const SsoFailed = ({ failure }: { failure: SsoFailure }) => (
  <p className={styles.failure} role="alert">
    <Icon of={CircleAlert} size="s" />
    <span>{failureMessages[failure]}</span>
  </p>
)
