import { createContext, type ReactNode, useContext } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { ofTheSiteAlone } from './looks-values.ts'

/** Whose looks are written: those of the site, or what one of its spaces has different. */
type Whose = {
  readonly different?: ReadonlySet<string>
  readonly onReset?: (names: readonly string[], label: string) => void
}

const WhoseContext = createContext<Whose>({})
export const LooksOf = WhoseContext

/** A member of the looks: left out where a space cannot have it for itself, marked where it is different. */
export function Look({
  names,
  label,
  children,
}: {
  names: readonly string[]
  label: string
  children: ReactNode
}) {
  const { different, onReset } = useContext(WhoseContext)
  if (different && names.every((name) => ofTheSiteAlone.has(name))) return null
  const own = names.filter((name) => different?.has(name))
  if (own.length === 0) return children
  return (
    <div className="look-own">
      {children}
      <p className="look-note">
        <span>Different from the site</span>
        <Button size="small" aria-label={`Reset ${label}`} onClick={() => onReset?.(own, label)}>
          Reset
        </Button>
      </p>
    </div>
  )
}
