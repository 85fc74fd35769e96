import { useRouter } from '@tanstack/react-router'
import { type ComponentProps, useRef } from 'react'

/** Hovering this long may mean that the user wants to go there. */
const intent = 60

type Props = Omit<ComponentProps<'a'>, 'href'> & { to: string }

/**
 * A link in one of thousands of rows. Light where the router's own is not: it does not know whether one is there
 * already. What it leads to is read ahead as by any other link.
 */
export function RowLink({ to, children, ...rest }: Props) {
  const router = useRouter()
  const timer = useRef<number | undefined>(undefined)
  const stop = () => window.clearTimeout(timer.current)
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        const isOurs =
          event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
        if (!isOurs || event.defaultPrevented) return
        event.preventDefault()
        stop()
        void router.navigate({ to })
      }}
      onPointerEnter={() => {
        timer.current = window.setTimeout(() => void router.preloadRoute({ to }), intent)
      }}
      onPointerLeave={stop}
    >
      {children}
    </a>
  )
}
